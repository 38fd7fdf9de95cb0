import { parseClauseName } from '../../judge/clause-address.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { howFar, whyNotPassedLines } from '../../results/records/why-not-passed.ts';
import { agentOutputPath } from '../../results/verify/read-saved.ts';
import type { Plan } from '../plan.ts';
import { againCommand, lookCommand } from './same-command.ts';

/** Why an episode did not pass, its files, and the command that plays only it again; one line each. */
export function describeFailure({ options }: Plan, run: Run, result: Result): string[] {
  const { failedPostcondition, taskId, trial, artifacts, agentEnd } = result;
  return [
    ...whyNotPassedLines(result),
    ...(options.verbose && failedPostcondition ? [`  judged by ${judgedIn(failedPostcondition.name)}`] : []),
    ...(agentEnd === undefined
      ? []
      : [`agent: ${agentEnd}; its output: ${options.out}/${agentOutputPath(taskId, trial)}`]),
    howFar(result),
    `again:  ${againCommand(options, run, taskId)}`,
    `look:   ${lookCommand(options, run, result)}`,
    `report: ${options.out}/${artifacts.report}${artifacts.screenshot ? `, ${options.out}/${artifacts.screenshot}` : ''}`,
  ];
}

/** The source file that judges a clause; for an operator, by the kind at the end of its name. */
export function judgedIn(clauseName: string): string {
  if (clauseName === 'provenance') return 'harness/results/score/judge-observations.ts';
  if (clauseName === 'boundary') return 'harness/results/score/score-episode.ts';
  const { kind } = parseClauseName(clauseName) ?? { kind: '' };
  return `harness/judge/operators/${kind.replaceAll('_', '-')}.ts`;
}
