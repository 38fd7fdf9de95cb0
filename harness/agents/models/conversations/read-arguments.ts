import { jsonOrUndefined } from '../../../platform/errors/json.ts';
/** Of a call: JSON text by most vendors, an object by some that should send text. */
export function readArguments(given: unknown): { args: Record<string, unknown> } | { wrong: string } {
  const value = typeof given === 'string' ? jsonOrUndefined(given || '{}') : (given ?? {});
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    // Whatever its keys hold, the server's schema is what judges it.
    return { args: value as Record<string, unknown> };
  const found = typeof given === 'string' ? given : JSON.stringify(given);
  return { wrong: `the arguments must be a JSON object; found ${found.slice(0, 200)}` };
}
