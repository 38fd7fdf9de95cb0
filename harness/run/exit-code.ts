import type { Run } from '../results/records/result.ts';
import { isCharged } from '../results/records/statuses.ts';
import type { RunsEnd } from './reporters/reporter.ts';

const interruptedExitCode = 130;

/**
 * 0: every episode of a replay passed, or a model's run played all its episodes. 1: an episode of a replay (or of a
 * `strict` run of a model) did not pass, a replay had no episodes, or `--record` did not record all. 3: a model's run
 * has episodes with infrastructure errors, or is incomplete. 130: interrupted.
 */
export function exitCodeOf(
  end: Pick<RunsEnd, 'runs' | 'interrupted' | 'notRecorded'> & { strict: boolean },
): number {
  const { runs, interrupted, strict, notRecorded } = end;
  if (interrupted) return interruptedExitCode;
  const ofModel = runs.filter(({ config: { kind } }) => kind === 'model' || kind === 'agent');
  const isLost = ({ complete, episodes: played }: Run) =>
    !complete || played.some(({ status }) => !isCharged(status));
  if (ofModel.some(isLost)) return 3;
  if (notRecorded.length > 0 || runs.every((run) => run.episodes.length === 0)) return 1;
  const mustPass = strict ? runs : runs.filter((run) => !ofModel.includes(run));
  return mustPass.every((run) => run.episodes.every(({ success }) => success)) ? 0 : 1;
}
