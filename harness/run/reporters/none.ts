import type { ReporterMaker } from './reporter.ts';

export const none: ReporterMaker = {
  id: 'none',
  summary: 'prints nothing; the files below --out have the results',
  make: () => ({}),
};
