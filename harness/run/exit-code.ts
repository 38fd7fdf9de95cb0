import type { Result, Run } from '../result/result.ts';
import { runKind } from '../result/run-kind.ts';

export const interruptedExitCode = 130;

/** Statuses by which an episode of a model run was lost to us. */
const lostStatuses: readonly Result['status'][] = ['tool_error', 'adapter_error', 'inconclusive'];

/**
 * 0: every episode of a replay passed, or a model run played them all; 1: one of a replay did not pass, or of a
 * model run that is `strict`, or there was none; 3: a model run lost episodes or left some out; 130: interrupted.
 */
export function exitCodeOf(end: { runs: Run[]; interrupted: boolean; strict: boolean }): number {
  const { runs, interrupted, strict } = end;
  if (interrupted) return interruptedExitCode;
  const episodes = runs.flatMap((run) => run.episodes);
  if (episodes.length === 0) return 1;
  const ofModel = runs.filter(({ config }) => runKind(config) === 'model');
  const isLost = ({ complete, episodes: played }: Run) =>
    !complete || played.some(({ status }) => lostStatuses.includes(status));
  if (ofModel.some(isLost)) return 3;
  const mustPass = strict ? runs : runs.filter((run) => !ofModel.includes(run));
  return mustPass.every((run) => run.episodes.every(({ success }) => success)) ? 0 : 1;
}
