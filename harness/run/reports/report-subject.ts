import type { Plan } from '../plan.ts';
import type { SuiteTitles } from './score-line.ts';

/** What of a run its reports say. */
export type ReportSubject = {
  options: Pick<Plan['options'], 'openchromeNames' | 'out' | 'strict' | 'web'>;
  adapter: Pick<Plan['adapter'], 'id'>;
  server: Pick<Plan['server'], 'id'>;
  checkout: Plan['checkout'];
  suites: SuiteTitles;
};
