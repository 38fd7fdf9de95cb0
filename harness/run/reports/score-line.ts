import type { Run } from '../../results/records/result.ts';
import { passedWords } from '../../results/records/run-facts.ts';
import type { Suite } from '../../task/suite.ts';
import type { Plan } from '../plan.ts';

export type SuiteTitles = ReadonlyMap<string, Pick<Suite, 'title'>>;

/** The line with a suite's score; a remark in brackets in its title follows the score. */
export function scoreLine(run: Run, titles: SuiteTitles): string {
  const { suite } = run;
  const title = titles.get(suite)?.title ?? `${suite.charAt(0).toUpperCase()}${suite.slice(1)}`;
  const [, name = title, remark = ''] = /^(.*?)( \(.*\))?$/.exec(title) ?? [];
  const [, passed = '', left = ''] = /^(\d+ \/ \d+)(.*)$/.exec(passedWords(run)) ?? [];
  const what = run.config.trials > 1 ? 'episodes' : 'tasks';
  return `${name} contract-eval score = ${passed} ${what} passed${left}${remark}`;
}

/** The facts of a run that its reports use. */
export type ReportSubject = {
  options: Pick<Plan['options'], 'openchromeNames' | 'out' | 'strict' | 'web'>;
  adapter: Pick<Plan['adapter'], 'id'>;
  server: Pick<Plan['server'], 'id'>;
  checkout: Plan['checkout'];
  suites: SuiteTitles;
};
