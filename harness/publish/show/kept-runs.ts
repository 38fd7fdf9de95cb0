import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { keptEvents, readEvents } from '../../results/records/kept-events.ts';
import { type OnFault, readableHistory, readHistory } from '../../results/records/read-history.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { LinesByEpisode } from '../../results/story/lines-by-episode.ts';
import { readSavedRuns } from '../../results/verify/read-saved.ts';

/** A run whose events are somewhere: in the `--out` folder all of them, beside the results those that were kept. */
export type KeptRun = { run: Run; lines(): LinesByEpisode };

/**
 * The newest first; a run that lies in both places is taken from the folder. With `onFault` a broken file is named and
 * left out; without it, it is thrown.
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

/** None in a folder that is no `--out` folder: a run of the results is asked for. */
async function runsIn(folder: string): Promise<KeptRun[]> {
  const events = path.join(folder, 'events');
  if (!existsSync(events)) return [];
  const saved = await readSavedRuns(folder, 'show');
  return saved.flatMap(({ run }) => {
    const file = run && path.join(events, `${run.runId}.jsonl`);
    return file && existsSync(file) ? [keptRun(run, () => readFileSync(file, 'utf8'))] : [];
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
  /** The `--out` folder of a run, looked at before the results. */
  folder: string;
  runId: string;
  taskId: string;
  trial: number;
};

/** The run by its id or by how only that begins. Throws `UserError` that names what there is. */
export function findEpisode(
  runs: readonly KeptRun[],
  { runId, taskId, trial, folder }: EpisodeAddress,
): { kept: KeptRun; result: Result } {
  const named = runs.filter(({ run }) => run.runId.startsWith(runId));
  const kept = named.find(({ run }) => run.runId === runId) ?? (named.length === 1 ? named[0] : undefined);
  if (!kept) {
    const ids = (named.length > 0 ? named : runs).map(({ run }) => run.runId).join(', ') || 'none';
    const what =
      named.length > 0 ? 'begins the ids of several runs' : 'is no run whose events are kept; there are';
    throw new UserError(`show: ${JSON.stringify(runId)} ${what}: ${ids} (below results/ and ${folder})`);
  }
  const { run, lines } = kept;
  const found = resultIn(run, taskId, trial);
  if ('why' in found) throw new UserError(`show: ${found.why}`);
  if (lines().of(taskId, trial).length === 0) throw new UserError(`show: ${notKept({ taskId, trial })}`);
  return { kept, result: found.result };
}

/** The result of an episode, or why there is none: what of it there is. */
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
    return { why: `trial ${trial}: of ${taskId} run ${runId} has: ${trials}` };
  }
  const ids = [...new Set(episodes.map((each) => each.taskId))].join(', ') || 'nothing';
  return { why: `run ${runId} did not play ${JSON.stringify(taskId)}; it played: ${ids}` };
}

export function notKept({ taskId, trial }: Pick<Result, 'taskId' | 'trial'>): string {
  return `no events of ${taskId}, trial ${trial}, are kept: of a replay they are where it did not pass`;
}
