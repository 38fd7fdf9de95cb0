import type { LocalModel } from '../../results/records/local-model.ts';
import type { Result, Run } from '../../results/records/result.ts';
import type { Suite } from '../../task/suite.ts';
import { taskCaps } from '../../task/task-caps.ts';

/** The current state of a run's suite, which decides what a command without flags plays; undefined if the suite is gone. */
type SuiteNow = Pick<Suite, 'edition' | 'seeds' | 'limits'> | undefined;

/**
 * The command line that plays a run again under the same comparability key, with the same tasks, pages and judge. `words`:
 * the command of the harness.
 */
export function runCommand(words: string, run: Run, suite: SuiteNow): string {
  const { trials, workers, worldSeeds } = run.config;
  const usual = usualOf(run, suite);
  const seeds = worldSeeds?.join(',');
  return commandOf(words, [
    ...played(run),
    ...flagIf('--seed', seeds === usual?.seeds?.join(',') ? undefined : seeds),
    ...chosenTasks(run),
    ...flagIf('--trials', trials === 1 ? undefined : trials),
    ['--workers', String(workers)],
    ...limited(run, usual),
  ]);
}

/**
 * The command line that plays one of its episodes again and saves nothing. Trials count from 1, because a baseline's random
 * choices depend on the number of its trial.
 */
export function episodeCommand(
  words: string,
  run: Run,
  { taskId, trial }: Pick<Result, 'taskId' | 'trial'>,
  suite: SuiteNow,
): string {
  const usual = usualOf(run, suite);
  const seed = run.config.worldSeeds === null ? undefined : /-s(\d+)$/.exec(taskId)?.[1];
  const one: Flags = [
    ['--task', taskId],
    ...flagIf('--seed', seed),
    ...flagIf('--trials', trial === 1 ? undefined : trial),
  ];
  return `${commandOf(words, [...played(run), ...one, ...limited(run, usual)])} --no-save`;
}

/** As `episodeCommand`, with the placeholders `{task}`, `{seed}` (the number at the end of the task's id) and `{trial}`. */
export function episodeCommandText(words: string, run: Run, suite: SuiteNow): string {
  const seed = run.config.worldSeeds === null ? '' : ' --seed {seed}';
  const flags = [...played(run), ...limited(run, usualOf(run, suite))];
  return `${commandOf(words, flags)} --task {task}${seed} --trials {trial} --no-save`;
}

/** The typed command line, without `--out`, which is a folder of one machine. */
export function typedWords(commandLine: string): string {
  return commandLine.replace(/ --out[ =](?:'[^']*'|"[^"]*"|\S+)/g, '');
}

/** A command that prints the digest of a run's kept events if it is the recorded one, and else prints nothing. */
export function digestCommand({ runId, eventsSha256 }: Pick<Run, 'runId' | 'eventsSha256'>): string {
  return `gzip -dc ${quoted(`results/episodes/${runId}.jsonl.gz`)} | sha256sum | grep ${eventsSha256 ?? ''}`;
}

/** The command line that scores the stored answers of a run under its weights; null if the run had no local weights. */
export function scoreCommand(words: string, { runId, config: { model } }: Run): string | null {
  return model?.local ? commandOf(`${words} verify ${quoted(runId)}`, [fileFlag(model.local)]) : null;
}

type Flags = [flag: string, value: string | null][];

/** Another edition has other seeds and limits; then the command has all of a run's flags. */
function usualOf({ config }: Run, suite: SuiteNow): SuiteNow {
  return suite?.edition === config.edition ? suite : undefined;
}

function flagIf(flag: string, value: string | number | undefined): Flags {
  return value === undefined ? [] : [[flag, String(value)]];
}

function played({ suite, config: { kind, adapter, agent, model, price, server, web } }: Run): Flags {
  const flags: Flags = [
    ['--suite', suite],
    ['--server', server.id],
    [kind === 'agent' ? '--agent' : '--adapter', adapter],
    ...flagIf('--door', agent.door === 'none' ? undefined : agent.door),
    ['--web', web],
  ];
  if (model === null) return flags;
  if (model.local) return [...flags.filter(([flag]) => flag !== '--adapter'), fileFlag(model.local)];
  const priced = price?.source === 'flag' ? price : undefined;
  return [
    ...flags,
    ['--model', model.asked],
    ...flagIf('--effort', model.effort ?? undefined),
    ...flagIf('--price-in', priced?.input),
    ...flagIf('--price-out', priced?.output),
    ...flagIf('--price-cache-write', priced?.cacheWrite),
    ...flagIf('--price-cache-read', priced?.cacheRead),
  ];
}

/** The name of weights that `models get` stored, or the file of the user. */
function fileFlag({ weights: [first] }: LocalModel): Flags[number] {
  const { name = '', sha256 = '' } = first ?? {};
  const end = `@${sha256.slice(0, 16)}.gguf`;
  return ['--model-file', name.endsWith(end) ? name.slice(0, -end.length) : `./${name}`];
}

/** Flags for the requested tasks, if not all were requested. Tasks that a server cannot do are left out without a flag. */
function chosenTasks({ config: { partial }, notRun, episodes }: Run): Flags {
  if (!partial) return [];
  const isChosen = notRun === undefined || notRun.some(({ why }) => why === 'not_asked');
  return [
    ...flagIf('--task', isChosen ? [...new Set(episodes.map(({ taskId }) => taskId))].join(',') : undefined),
    ...(notRun?.some(({ why }) => why === 'no_recording')
      ? ([['--allow-missing', null]] satisfies Flags)
      : []),
  ];
}

/** Limits that differ from the suite's. */
function limited({ config: { limits, web, model }, episodes }: Run, usual: SuiteNow): Flags {
  const { maxSteps, maxDurationMs, maxUsd } = usual?.limits[web] ?? taskCaps;
  const usd =
    model === null || limits.maxUsd === null || limits.maxUsd === maxUsd ? undefined : limits.maxUsd;
  return [
    ...flagIf('--max-steps', limits.maxSteps < maxSteps ? limits.maxSteps : undefined),
    ...flagIf(
      '--max-duration',
      limits.maxDurationMs === maxDurationMs ? undefined : limits.maxDurationMs / 1000,
    ),
    ...flagIf('--max-usd', usd),
    // A limit above half a dollar for an episode also requires a limit for the sum.
    ...flagIf('--max-usd-total', usd !== undefined && usd > 0.5 ? usd * episodes.length : undefined),
    ...flagIf('--max-tokens', model?.maxTokens ?? undefined),
  ];
}

function commandOf(words: string, flags: Flags): string {
  const typed = flags.map(([flag, value]) => (value === null ? flag : `${flag} ${quoted(value)}`));
  return [words, ...typed].join(' ');
}

/** Quoted for a POSIX shell. */
function quoted(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
