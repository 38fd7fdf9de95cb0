import type { Answer } from './script.ts';

/** A server-sent event; a named one has a line of its own for its name. */
export function event(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** A text in two parts, as a stream brings it; an empty one in none. */
export function halves(text: string): string[] {
  const half = Math.ceil(text.length / 2);
  return [text.slice(0, half), text.slice(half)].filter((part) => part !== '');
}

/** The usage that an answer reports, with what the script wants wrong with it. Undefined where it is to be left out. */
export function usageRecord(usage: Answer['usage'], record: Record<string, unknown>): unknown {
  if (usage === 'none') return undefined;
  if (usage === 'empty') return {};
  if (usage === 'partial') return Object.fromEntries(Object.entries(record).slice(0, 1));
  if (usage === 'null') return Object.fromEntries(Object.keys(record).map((key) => [key, null]));
  return record;
}
