import { wantedOf } from './forging/forge.ts';
import { defineNegativeControl } from './negative-control.ts';

export const answerOnly = defineNegativeControl({
  id: 'answer-only',
  summary: 'does nothing and says the right answer, or where nothing must be done besides, one near to it',
  answer: ({ success }) => {
    const { rows, answers } = wantedOf(success);
    const [asked] = answers;
    return (rows.length > 0 ? asked?.right : asked?.near[0]) ?? null;
  },
  moves: async () => [],
});
