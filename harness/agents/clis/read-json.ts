import { jsonOrUndefined } from '../../platform/errors/json.ts';
import { type Json, objectOf } from '../models/apis/api.ts';

/** Of the objects that an output has, one a line or all of it, the last that is so; no fields where there is none. */
export function lastJson(output: string, isIt: (fields: Json) => boolean): Json {
  return jsonIn(output).findLast(isIt) ?? {};
}

/** Every object in an output: its lines, or the one, or the list, that it is as a whole. */
export function jsonIn(output: string): Json[] {
  const whole = jsonOrUndefined(output);
  if (Array.isArray(whole)) return whole.map(objectOf);
  if (whole !== undefined) return [objectOf(whole)];
  return output.split('\n').flatMap((line) => {
    const value = line.trimStart().startsWith('{') ? jsonOrUndefined(line) : undefined;
    return value === undefined ? [] : [objectOf(value)];
  });
}
