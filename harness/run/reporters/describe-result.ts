import { parseClauseName } from '../../contract/clause-address.ts';
import type { Result, Run } from '../../result/result.ts';
import { whyNotPassedLines } from '../../result/why-not-passed.ts';
import type { Plan } from '../plan.ts';

/** Why an episode did not pass, what to look at and how to run just it again; one line each. */
export function describeFailure({ options }: Plan, run: Run, result: Result): string[] {
  const { failedPostcondition, steps, lastTool, taskId, artifacts } = result;
  return [
    ...whyNotPassedLines(result),
    ...(options.verbose && failedPostcondition ? [`  judged by ${judgedIn(failedPostcondition.name)}`] : []),
    `after ${steps} steps${lastTool ? `, last tool call ${lastTool}` : ''}`,
    `again:  ${againCommand(options, run, taskId)}`,
    `report: ${options.out}/${artifacts.report}${artifacts.screenshot ? `, ${options.out}/${artifacts.screenshot}` : ''}`,
  ];
}

function againCommand(options: Plan['options'], run: Run, taskId: string): string {
  const own = options.tasks ? ['--tasks', options.tasks] : ['--suite', run.suite];
  return `npm run harness -- ${[...own, '--task', taskId, ...sameFlags(options), '--no-save', '--verbose'].join(' ')}`;
}

/** The command that goes on with a run that was cut short. */
export function resumeCommand(options: Plan['options'], runs: readonly Run[]): string {
  const own = options.tasks
    ? ['--tasks', options.tasks]
    : options.suites.flatMap((suite) => ['--suite', suite]);
  const flags = [
    ...own,
    ...options.taskIds.flatMap((id) => ['--task', id]),
    ...sameFlags(options),
    ...(options.trials > 1 ? ['--trials', String(options.trials)] : []),
    ...(options.shard ? ['--shard', `${options.shard.index}/${options.shard.count}`] : []),
    '--out',
    options.out,
    ...(options.save ? [] : ['--no-save']),
    '--resume',
    runs[0]?.runId ?? '',
  ];
  return `npm run harness -- ${flags.join(' ')}`;
}

/** What must be the same for the same episode to be played again. */
function sameFlags(options: Plan['options']): string[] {
  return [
    ...(options.serverCommand
      ? ['--server-command', `'${options.serverCommand}'`, '--server-id', options.server]
      : ['--server', options.server]),
    ...decides(options),
    ...(options.web === 'hermetic' ? [] : ['--web', options.web]),
    ...(options.skill && 'file' in options.skill ? ['--skill', options.skill.file] : []),
    ...(options.script ? ['--script', options.script] : []),
    ...(options.transcripts ? ['--transcripts', options.transcripts] : []),
    ...(options.webRoot ? ['--web-root', options.webRoot] : []),
    ...(options.maxSteps ? ['--max-steps', String(options.maxSteps)] : []),
  ];
}

function decides({ agent, adapter, model }: Plan['options']): string[] {
  if (agent === null) return ['--adapter', adapter];
  const who =
    'command' in agent
      ? ['--agent-command', `'${agent.command}'`, '--agent-id', agent.id ?? '']
      : ['--agent', agent.named];
  return [...who, ...(model.name === null ? [] : ['--model', model.name])];
}

/** The source of the operator that a clause's name ends with. */
function judgedIn(clauseName: string): string {
  if (clauseName === 'provenance') return 'harness/episode/judge-page.ts';
  const { kind } = parseClauseName(clauseName) ?? { kind: '' };
  return `harness/contract/operators/${kind.replaceAll('_', '-')}.ts`;
}
