import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { keptEvents, readEvents } from '../../results/records/kept-events.ts';
import { type OnFault, readableHistory, readHistory } from '../../results/records/read-history.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { LinesByEpisode } from '../../results/story/lines-by-episode.ts';
import { agentOutputPath, readSavedRuns } from '../../results/verify/read-saved.ts';

/** A run with kept events: in the `--out` folder all events, beside the results the kept ones. */
export type KeptRun = {
  run: Run;
  lines(): LinesByEpisode;
  /** The end of an external agent's output in an episode; null if not kept. */
  printed?(taskId: string, trial: number): string | null;
};

/**
 * Newest first; a run in both places is read from the folder. With `onFault`, a broken file is reported and left out; without
 * it, the fault is thrown.
 */
export async function keptRuns(
  resultsDir: string,
  folder: string,
  onFault: OnFault | null = null,
): Promise<KeptRun[]> {
  const played = await runsIn(folder).catch((error: unknown) => {
    if (!onFault || !(error instanceof UserError)) throw error;
    onFault(error.message);
    return [];
  });
  const kept = new Set(keptEvents(resultsDir));
  for (const { run } of played) kept.delete(run.runId);
  const history = onFault ? readableHistory(resultsDir, onFault) : readHistory(resultsDir);
  const published = [...history].flatMap(({ runs }) =>
    runs
      .filter(({ runId }) => kept.has(runId))
      .map((run) => keptRun(run, () => readEvents(resultsDir, run) ?? '')),
  );
  return [...played, ...published].toSorted((a, b) => (a.run.startedAt < b.run.startedAt ? 1 : -1));
}

/** Empty for a folder that is not an `--out` folder, because the user may want a run of the results. */
async function runsIn(folder: string): Promise<KeptRun[]> {
  const events = path.join(folder, 'events');
  if (!existsSync(events)) return [];
  const saved = await readSavedRuns(folder, 'show');
  // A later run of an agent overwrites the output of an earlier run.
  const owner = (taskId: string, trial: number) =>
    saved.findLast(
      ({ run }) =>
        run?.config.kind === 'agent' &&
        run.episodes.some((each) => each.taskId === taskId && each.trial === trial),
    )?.run;
  return saved.flatMap(({ run }) => {
    const file = run && path.join(events, `${run.runId}.jsonl`);
    if (!file || !existsSync(file)) return [];
    const printed = (taskId: string, trial: number) => {
      const output = path.join(folder, agentOutputPath(taskId, trial));
      return owner(taskId, trial) === run && existsSync(output) ? readFileSync(output, 'utf8') : null;
    };
    return [{ ...keptRun(run, () => readFileSync(file, 'utf8')), printed }];
  });
}

function keptRun(run: Run, read: () => string): KeptRun {
  let lines: LinesByEpisode | undefined;
  return {
    run,
    lines: () => {
      lines ??= new LinesByEpisode(read());
      return lines;
    },
  };
}

export type EpisodeAddress = {
  /** The `--out` folder of a run, which takes precedence over the results. */
  folder: string;
  /** `last` is the newest. */
  runId: string;
  /** Null: the first that did not pass, else the first. */
  taskId: string | null;
  trial: number;
};

/** Number of ids listed if one is not found. */
const mostNamed = 5;

/** The run by its id, by a unique prefix of it, or as the last one. Throws `UserError` with the available ids. */
export function findEpisode(
  runs: readonly KeptRun[],
  { runId, taskId, trial, folder }: EpisodeAddress,
): { kept: KeptRun; result: Result } {
  const named = runs.filter(({ run }) => run.runId.startsWith(runId));
  const kept =
    runId === 'last'
      ? runs[0]
      : (named.find(({ run }) => run.runId === runId) ?? (named.length === 1 ? named[0] : undefined));
  if (!kept) {
    const there = (named.length > 0 ? named : runs).map(({ run }) => run.runId);
    const more = there.length > mostNamed ? [`and ${there.length - mostNamed} older`] : [];
    const ids = [...there.slice(0, mostNamed), ...more].map((id) => `\n  ${id}`).join('') || ' none';
    const what =
      named.length > 0 ? 'is a prefix of several runs' : 'does not match a run with kept events; available';
    throw new UserError(`show: ${JSON.stringify(runId)} ${what} (below results/ and ${folder}):${ids}`);
  }
  const { run, lines } = kept;
  if (taskId === null) {
    const withEvents = run.episodes.filter((each) => lines().of(each.taskId, each.trial).length > 0);
    const result = withEvents.find(({ success }) => !success) ?? withEvents[0];
    if (!result) throw new UserError(`show: run ${run.runId} has no episode with kept events`);
    return { kept, result };
  }
  const found = resultIn(run, taskId, trial);
  if ('why' in found) throw new UserError(`show: ${found.why}`);
  if (lines().of(taskId, trial).length === 0) throw new UserError(`show: ${notKept({ taskId, trial })}`);
  return { kept, result: found.result };
}

/** The result of an episode; or why it is missing, with the trials or tasks that exist. */
export function resultIn(
  { runId, episodes }: Pick<Run, 'runId' | 'episodes'>,
  taskId: string,
  trial: number,
): { result: Result } | { why: string } {
  const own = episodes.filter((each) => each.taskId === taskId);
  const result = own.find((each) => each.trial === trial);
  if (result) return { result };
  if (own.length > 0) {
    const trials = own.map((each) => each.trial).join(', ');
    return { why: `trial ${trial}: run ${runId} has these trials of ${taskId}: ${trials}` };
  }
  const ids = [...new Set(episodes.map((each) => each.taskId))].join(', ') || 'nothing';
  return { why: `run ${runId} did not play ${JSON.stringify(taskId)}; it played: ${ids}` };
}

export function notKept({ taskId, trial }: Pick<Result, 'taskId' | 'trial'>): string {
  return `no kept events of ${taskId}, trial ${trial}; replays keep events only of episodes that did not pass`;
}
