import { UserError } from '../../platform/errors/user-error.ts';
import type { Result, Run } from '../../results/records/result.ts';
import type { KeptRun } from './kept-runs.ts';

export type Asked = {
  /** The `--out` folder of a run, looked at before the results. */
  folder: string;
  runId: string;
  taskId: string;
  trial: number;
};

/** The run by its id or by how only that begins. Throws `UserError` that names what there is. */
export function findEpisode(
  runs: readonly KeptRun[],
  { runId, taskId, trial, folder }: Asked,
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
