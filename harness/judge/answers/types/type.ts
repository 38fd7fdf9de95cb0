import type * as z from 'zod';

/** One type of answer: its values in a contract, and which written forms mean the same value. */
export type AnswerType<T extends string, V> = {
  type: T;
  /** Schema of a contract's `value`. */
  value: z.ZodType<V>;
  /** Accepted written forms, as the text in docs/answers.md. */
  rule: string;
  // Methods, so that types of different values fit into one list.
  /** `said` is already tidied. Any text beside the answer makes it a different answer. */
  isSaid(said: string, value: V): boolean;
  /** The plainest written form. */
  say(value: V): string;
  /** Wrong answers close to the value. */
  misses(value: V): string[];
};

/** A type of answer whose value type is not known statically. */
export type AnyAnswerType = Omit<AnswerType<string, never>, 'value'> & { value: z.ZodType };

export function defineAnswer<const T extends string, V>(type: AnswerType<T, V>): AnswerType<T, V> {
  return type;
}
