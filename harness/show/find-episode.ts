import { UserError } from '../errors/user-error.ts';
import type { Result } from '../result/result.ts';
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
  const own = run.episodes.filter((each) => each.taskId === taskId);
  if (own.length === 0) {
    const ids = [...new Set(run.episodes.map((each) => each.taskId))].join(', ');
    throw new UserError(`show: run ${run.runId} did not play ${JSON.stringify(taskId)}; it played: ${ids}`);
  }
  const result = own.find((each) => each.trial === trial);
  if (!result) {
    const trials = own.map((each) => each.trial).join(', ');
    throw new UserError(`show: --trial ${trial}: of ${taskId} run ${run.runId} has: ${trials}`);
  }
  if (lines().of(taskId, trial).length === 0)
    throw new UserError(
      `show: no events of ${taskId}, trial ${trial}, are kept: of a replay they are where it did not pass`,
    );
  return { kept, result };
}
