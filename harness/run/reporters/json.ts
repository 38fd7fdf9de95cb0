import { report } from '../reports.ts';
import type { ReporterMaker } from './reporter.ts';

export const json: ReporterMaker = {
  id: 'json',
  summary: 'the report alone on standard output, as JSON',
  make: (sitting, { out }) => ({
    end: ({ runs }) => out.write(`${JSON.stringify(report(sitting, runs), null, 2)}\n`),
  }),
};
