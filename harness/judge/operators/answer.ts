import * as z from 'zod';
import { clip, quote } from '../../platform/words/format.ts';
import { isAnswer, longestAnswer, nearAnswers, problemOfValue, sayAnswer } from '../answers/judge-answer.ts';
import { answerTypes } from '../answers/types/index.ts';
import { answers, readAnswer } from '../fact-kinds/answers.ts';
import { defineOperator } from './operator.ts';

const types = answerTypes.map(({ type }) => type);
const Type = z.enum(types, `must be one of ${types.join(', ')}`);

/** The agent's answer, if the goal asks for one. The rules of each type are in docs/answers.md. */
export const answer = defineOperator({
  kind: 'answer',
  vocabulary: 'town',
  summary: "The agent's final answer is the wanted value, without any other text.",
  passes: 'the final answer is this value by the rules of its type, without any other text',
  fields: { type: Type, value: z.json() },
  notes: { type: types.map((type) => `\`${type}\``).join(', '), value: 'a value of the type' },
  mistake: ({ type, value }) => {
    const problem = problemOfValue(type, value);
    return problem && { path: ['value', ...problem.path], message: problem.message };
  },
  facts: [answers],
  evidence: { type: Type, wanted: z.string(), observed: z.string().nullable() },
  seenAfterReload: false,
  needs: () => [{ answer: true }],
  judge: ({ type, value }, facts) => {
    const asked = { kind: 'answer', type, wanted: clip(sayAnswer(type, value), 500) } as const;
    const read = readAnswer(facts);
    if ('reason' in read) return { ...asked, outcome: 'inconclusive', observed: null, reason: read.reason };
    const { text, length } = read.value;
    if (text === null) return { ...asked, outcome: 'failed', observed: null };
    if (length > longestAnswer) return { ...asked, outcome: 'failed', observed: `${length} characters` };
    return {
      ...asked,
      outcome: isAnswer(type, value, text) ? 'passed' : 'failed',
      observed: clip(text, 500),
    };
  },
  wanted: ({ type, value }) => `the ${type} ${quote(sayAnswer(type, value), 100)}`,
  observed: ({ observed }) => (observed === null ? 'no answer' : quote(observed, 120)),
  weakened: (clause) =>
    clause.type === 'list' && Array.isArray(clause.value) && new Set(clause.value.map(String)).size > 1
      ? [{ name: 'in any order', clause: { ...clause, type: 'set' as const } }]
      : [],
  broken: ({ type, value }, facts) =>
    'reason' in readAnswer(facts)
      ? []
      : [
          { name: 'no answer', change: { answer: { text: null } } },
          ...nearAnswers(type, value).map((text, index) => ({
            name: `another answer ${index + 1}`,
            change: { answer: { text } },
          })),
        ],
  held: ({ type, value }) => [{ answer: { text: sayAnswer(type, value) } }],
  forged: ({ type, value }) => ({
    answers: [{ right: sayAnswer(type, value), near: nearAnswers(type, value) }],
  }),
  drawn: { type: ['string'], value: ['Ridge 2', 'slow'] },
  holds: [{ type: 'currency', value: { amount: 41.8, currency: 'EUR' } }, { answer: { text: '€41.80' } }],
  fails: [{ type: 'list', value: ['Ada', 'Bela'] }, { answer: { text: 'Bela, Ada' } }],
  undecided: [{ type: 'status', value: 'not_found' }, {}],
});
