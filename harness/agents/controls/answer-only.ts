import { wantedOf } from './forging/forge.ts';
import { defineNegativeControl } from './negative-control.ts';

export const answerOnly = defineNegativeControl({
  id: 'answer-only',
  summary:
    'makes no call and only answers. It gives the correct answer if the task also asks for an action, and a nearly correct answer if the task asks only for an answer',
  answer: ({ success }) => {
    const { rows, answers } = wantedOf(success);
    const [asked] = answers;
    return (rows.length > 0 ? asked?.right : asked?.near[0]) ?? null;
  },
  moves: async () => [],
});
