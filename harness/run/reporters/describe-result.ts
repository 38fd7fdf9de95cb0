import { parseClauseName } from '../../judge/clause-address.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { howFar, whyNotPassedLines } from '../../results/records/why-not-passed.ts';
import { agentOutputPath } from '../../results/verify/read-saved.ts';
import type { Plan } from '../plan.ts';
import { againCommand, lookCommand } from './same-command.ts';

/** Why an episode did not pass, what to look at and how to run just it again; one line each. */
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

/** Where the source decides a clause: an operator's by the kind that its name ends with. */
export function judgedIn(clauseName: string): string {
  if (clauseName === 'provenance') return 'harness/results/score/judge-observations.ts';
  if (clauseName === 'boundary') return 'harness/results/score/score-episode.ts';
  const { kind } = parseClauseName(clauseName) ?? { kind: '' };
  return `harness/judge/operators/${kind.replaceAll('_', '-')}.ts`;
}
