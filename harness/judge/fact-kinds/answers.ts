import * as z from 'zod';
import { clip } from '../../platform/words/format.ts';
import { longestAnswer } from '../answers/judge-answer.ts';
import { notCollected, type Reading } from '../page-state.ts';
import { defineFactKind } from './fact-kind.ts';

const AnswerFact = z.strictObject({
  /** Null if the agent ended without an answer. */
  text: z.string().nullable(),
  /** Characters of the whole answer, only if `text` is its beginning. */
  length: z.int().optional(),
});

type Answers = { answer?: z.infer<typeof AnswerFact> | undefined };

/** The agent's final answer. */
export const answers = defineFactKind({
  name: 'answer',
  asked: 'whole',
  shape: { answer: AnswerFact.optional() },
  nothing: {},
  compact: ({ answer }, clauses: readonly unknown[], { allowance: { only } }) => {
    if (clauses.length === 0 || answer === undefined) return {};
    const { text, length = text?.length ?? 0 } = answer;
    if (text === null || length <= longestAnswer) return { answer };
    return { answer: { text: clip(text, only === 'what-decides' ? 100 : longestAnswer), length } };
  },
});

export function readAnswer({ answer }: Answers): Reading<{ text: string | null; length: number }> {
  if (answer === undefined) return notCollected('answer');
  return { value: { text: answer.text, length: answer.length ?? answer.text?.length ?? 0 } };
}
