import { tidy } from './tidy.ts';
import { answerTypes } from './types/index.ts';
import type { AnyAnswerType } from './types/type.ts';

const types = new Map<string, AnyAnswerType>(answerTypes.map((each) => [each.type, each]));

/** What is longer is no answer, whatever it holds. Characters. */
export const longestAnswer = 2000;

/** Whether an answer is the wanted one. A value that `problemOfValue` takes is the contract's to give. */
export function isAnswer(type: string, value: unknown, said: string): boolean {
  if (said.length > longestAnswer) return false;
  const plain = tidy(said);
  return plain !== '' && typeNamed(type).isSaid(plain, value as never); // of this type, by the contract's schema
}

/** Why a value is none of its type, with the path of the part that is wrong; null for one that is. */
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
