import { wantedOf } from './forging/forge.ts';
import { defineNegativeControl } from './negative-control.ts';

export const answerOnly = defineNegativeControl({
  id: 'answer-only',
  summary:
    'does nothing but answer: rightly where the task also asks for a deed, else with a wrong answer close to the right one',
  answer: ({ success }) => {
    const { rows, answers } = wantedOf(success);
    const [asked] = answers;
    return (rows.length > 0 ? asked?.right : asked?.near[0]) ?? null;
  },
  moves: async () => [],
});
