import { defaultWorkers } from '../../run/default-workers.ts';
import { defineMeasurement } from './measurement.ts';

export const capabilities = defineMeasurement({
  command: 'capabilities',
  summary:
    'measure which capabilities of the suite gym each server has, first with its own tools, then with scripts',
  folder: 'capabilities',
  needsDialect: true,
  needsTokenizer: true,
  only: { name: 'capability', plural: 'capabilities' },
  checks: 'the verdict of a stored result',
  options: {
    workers: {
      ...{ fallback: defaultWorkers, min: 1, max: 64 },
      ...{ placeholder: '<n>', summary: 'parallel episodes' },
    },
    out: {
      fallback: 'reports/capabilities',
      placeholder: '<folder>',
      summary: 'the folder for the artefacts',
    },
  },
  work: async () => (await import('../capabilities/measure-capabilities.ts')).capabilitiesWork,
});
