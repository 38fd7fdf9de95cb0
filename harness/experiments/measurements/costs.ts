import { defineMeasurement } from './measurement.ts';

export const costs = defineMeasurement({
  command: 'servers measure',
  summary:
    'what servers cost: tokens, bytes, calls, times and memory for the same reference solutions, without a model',
  folder: 'servers',
  isPerVersion: true,
  needsDialect: true,
  needsTokenizer: true,
  only: { name: 'task', plural: 'tasks' },
  options: {
    runs: { fallback: 3, min: 1, max: 20, placeholder: '<n>', summary: 'how often each task is played' },
  },
  work: async () => (await import('../costs/measure-costs.ts')).costsWork,
});
