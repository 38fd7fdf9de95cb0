import type * as z from 'zod';

/** One kind of answer: how a contract gives it, and which ways of saying it are the same answer. */
export type AnswerType<T extends string, V> = {
  type: T;
  /** What a contract gives as `value`. */
  value: z.ZodType<V>;
  /** Which ways of saying it are taken: the rule as docs/answers.md has it. */
  rule: string;
  // Methods, so that types of different values fit one list.
  /** `said` comes tidied. Whatever is said beside the answer makes it another answer. */
  isSaid(said: string, value: V): boolean;
  /** The plainest way of saying it. */
  say(value: V): string;
  /** Answers near to it that are wrong. */
  misses(value: V): string[];
};

/** A type of answer when one does not know which. */
export type AnyAnswerType = Omit<AnswerType<string, never>, 'value'> & { value: z.ZodType };

export function defineAnswer<const T extends string, V>(type: AnswerType<T, V>): AnswerType<T, V> {
  return type;
}
