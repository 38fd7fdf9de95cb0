import { jsonOrUndefined } from '../../platform/errors/json.ts';

type Fields = Record<string, unknown>;

/** Of the objects that an output has, one a line or all of it, the last that is so; no fields where there is none. */
export function lastJson(output: string, isIt: (fields: Fields) => boolean): Fields {
  return jsonIn(output).findLast(isIt) ?? {};
}

/** Every object in an output: its lines, or the one, or the list, that it is as a whole. */
export function jsonIn(output: string): Fields[] {
  const whole = jsonOrUndefined(output);
  if (Array.isArray(whole)) return whole.map(fieldsOf);
  if (whole !== undefined) return [fieldsOf(whole)];
  return output.split('\n').flatMap((line) => {
    const value = line.trimStart().startsWith('{') ? jsonOrUndefined(line) : undefined;
    return value === undefined ? [] : [fieldsOf(value)];
  });
}

/** What is no object has no fields. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}
