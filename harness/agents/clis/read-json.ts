import { jsonOrUndefined } from '../../platform/errors/json.ts';
import { type Json, objectOf } from '../models/apis/api.ts';

/**
 * The last object of an output that satisfies `isIt`, from its lines or from the whole output; an empty object if there
 * is none.
 */
export function lastJson(output: string, isIt: (fields: Json) => boolean): Json {
  return jsonIn(output).findLast(isIt) ?? {};
}

/** Every object in an output: one per line, or the whole output as an object or a list. */
export function jsonIn(output: string): Json[] {
  const whole = jsonOrUndefined(output);
  if (Array.isArray(whole)) return whole.map(objectOf);
  if (whole !== undefined) return [objectOf(whole)];
  return output.split('\n').flatMap((line) => {
    const value = line.trimStart().startsWith('{') ? jsonOrUndefined(line) : undefined;
    return value === undefined ? [] : [objectOf(value)];
  });
}
