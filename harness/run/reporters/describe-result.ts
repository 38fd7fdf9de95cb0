import { parseClauseName } from '../../judge/clause-address.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { howFar, whyNotPassedLines } from '../../results/records/why-not-passed.ts';
import type { Plan } from '../plan.ts';
import { againCommand } from './same-command.ts';

/** Why an episode did not pass, what to look at and how to run just it again; one line each. */
export function describeFailure({ options }: Plan, run: Run, result: Result): string[] {
  const { failedPostcondition, taskId, artifacts } = result;
  return [
    ...whyNotPassedLines(result),
    ...(options.verbose && failedPostcondition ? [`  judged by ${judgedIn(failedPostcondition.name)}`] : []),
    howFar(result),
    `again:  ${againCommand(options, run, taskId)}`,
    `report: ${options.out}/${artifacts.report}${artifacts.screenshot ? `, ${options.out}/${artifacts.screenshot}` : ''}`,
  ];
}

/** The source of the operator that a clause's name ends with. */
function judgedIn(clauseName: string): string {
  if (clauseName === 'provenance') return 'harness/run/episode/judge-page.ts';
  const { kind } = parseClauseName(clauseName) ?? { kind: '' };
  return `harness/judge/operators/${kind.replaceAll('_', '-')}.ts`;
}
