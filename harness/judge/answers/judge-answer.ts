import { tidy } from './tidy.ts';
import { answerTypes } from './types/index.ts';
import type { AnyAnswerType } from './types/type.ts';

const types = new Map<string, AnyAnswerType>(answerTypes.map((each) => [each.type, each]));

/** Characters. A longer text is never an accepted answer. */
export const longestAnswer = 2000;

/** Whether `said` is the wanted answer. `value` must be valid for `type` (see `problemOfValue`). */
export function isAnswer(type: string, value: unknown, said: string): boolean {
  if (said.length > longestAnswer) return false;
  const plain = tidy(said);
  return plain !== '' && typeNamed(type).isSaid(plain, value as never); // of this type, by the contract's schema
}

/** Why a value is invalid for its type, with the path of the wrong part; null for a valid value. */
export function problemOfValue(
  type: string,
  value: unknown,
): { path: PropertyKey[]; message: string } | null {
  const [issue] = typeNamed(type).value.safeParse(value).error?.issues ?? [];
  return issue ? { path: issue.path, message: issue.message } : null;
}

export function sayAnswer(type: string, value: unknown): string {
  return typeNamed(type).say(value as never);
}

export function nearAnswers(type: string, value: unknown): string[] {
  return typeNamed(type)
    .misses(value as never)
    .filter((miss) => !isAnswer(type, value, miss));
}

function typeNamed(type: string): AnyAnswerType {
  const found = types.get(type);
  if (!found) throw new TypeError(`no such type of answer: ${type}`);
  return found;
}
