import { defineMeasurement } from './measurement.ts';

export const costs = defineMeasurement({
  command: 'servers measure',
  summary:
    'measure the cost of servers without a model: tokens, bytes, calls, times and memory for the same reference solutions',
  folder: 'servers',
  isPerVersion: true,
  needsDialect: true,
  needsTokenizer: true,
  only: { name: 'task', plural: 'tasks' },
  options: {
    runs: {
      fallback: 3,
      min: 1,
      max: 20,
      placeholder: '<n>',
      summary: 'the number of times that each task is played',
    },
  },
  work: async () => (await import('../costs/measure-costs.ts')).costsWork,
});
