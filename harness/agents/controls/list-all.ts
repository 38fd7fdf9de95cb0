import { wantedOf } from './forging/forge.ts';
import { defineNegativeControl } from './negative-control.ts';

export const listAll = defineNegativeControl({
  id: 'list-all',
  summary: 'answers with a list of the correct answer and every nearly correct answer',
  answer: ({ success }) => {
    const said = wantedOf(success).answers.flatMap(({ right, near }) => [...near, right]);
    return said.length > 0 ? said.join(', ') : null;
  },
  moves: async () => [],
});
