import { commandWords } from '../../harness/publish/board/settings.ts';
import type { Result, Run } from '../../harness/results/records/result.ts';
import { taskCaps } from '../../harness/task/task-caps.ts';

/** The command line that plays a run again. */
export function runCommand(run: Run): string {
  const { trials, workers } = run.config;
  const several: Flags = [
    ...(trials === 1 ? [] : ([['--trials', String(trials)]] satisfies Flags)),
    ['--workers', String(workers)],
  ];
  return commandOf([...played(run), ...several, ...lowered(run)]);
}

/**
 * The command line that plays one of its episodes again, and appends nothing. Trials count from 1: what a baseline draws
 * comes from the number of its trial.
 */
export function episodeCommand(run: Run, { taskId, trial }: Pick<Result, 'taskId' | 'trial'>): string {
  const seed = run.config.worldSeeds === null ? undefined : /-s(\d+)$/.exec(taskId)?.[1];
  const one: Flags = [
    ['--task', taskId],
    ...(seed === undefined ? [] : ([['--seed', seed]] satisfies Flags)),
    ...(trial === 1 ? [] : ([['--trials', String(trial)]] satisfies Flags)),
  ];
  return `${commandOf([...played(run), ...one, ...lowered(run)])} --no-save`;
}

/** What was typed, without the folder of somebody's machine that it wrote to. */
export function typedWords(commandLine: string): string {
  return commandLine.replace(/ --out[ =](?:'[^']*'|"[^"]*"|\S+)/g, '');
}

/** Prints the digest of a run's kept events where it is this one, and nothing where it is not. */
export function digestCommand({ runId, eventsSha256 }: Pick<Run, 'runId' | 'eventsSha256'>): string {
  return `gzip -dc ${quoted(`results/episodes/${runId}.jsonl.gz`)} | sha256sum | grep ${eventsSha256 ?? ''}`;
}

type Flags = [string, string][];

function played({ suite, config: { kind, adapter, model, server, web } }: Run): Flags {
  const flags: Flags = [
    ['--suite', suite],
    ['--server', server.id],
    [kind === 'agent' ? '--agent' : '--adapter', adapter],
    ['--web', web],
  ];
  return model === null ? flags : [...flags, ['--model', model.asked]];
}

function lowered({ config: { limits } }: Run): Flags {
  return limits.maxSteps < taskCaps.maxSteps ? [['--max-steps', String(limits.maxSteps)]] : [];
}

function commandOf(flags: Flags): string {
  return [commandWords, ...flags.map(([flag, value]) => `${flag} ${quoted(value)}`)].join(' ');
}

/** As a POSIX shell takes it. */
function quoted(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
