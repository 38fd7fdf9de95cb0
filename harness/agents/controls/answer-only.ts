import { wantedOf } from './forging/forge.ts';
import { defineNegativeControl } from './negative-control.ts';

export const answerOnly = defineNegativeControl({
  id: 'answer-only',
  summary:
    'makes no call and only answers. The answer is correct if the task also asks for an action, and nearly correct otherwise',
  answer: ({ success }) => {
    const { rows, answers } = wantedOf(success);
    const [asked] = answers;
    return (rows.length > 0 ? asked?.right : asked?.near[0]) ?? null;
  },
  moves: async () => [],
});
