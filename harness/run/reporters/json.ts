import { printed } from '../../platform/words/printed.ts';
import { report } from '../reports/reports.ts';
import type { ReporterMaker } from './reporter.ts';

export const json: ReporterMaker = {
  id: 'json',
  summary: 'only the report on standard output, as JSON',
  make: (plan, { out }) => ({
    end: ({ runs }) => out.write(`${printed(JSON.stringify(report(plan, runs), null, 2))}\n`),
  }),
};
