import type { Result } from '../../results/records/result.ts';
import { scoreEpisode } from '../../results/score/score-episode.ts';
import { emptyTrajectory } from '../../results/score/trajectory.ts';
import { matchInTime } from '../../task/match-in-time.ts';
import { redactorFor } from '../../task/transcripts/redact.ts';
import { artifactPaths } from '../artifacts.ts';
import type { PlannedEpisode } from '../plan.ts';

/** The row of an episode that no worker brought to an end. */
export function givenUp(
  runId: string,
  { file: { task }, trial, retries = 0 }: PlannedEpisode,
  why: string,
): Result {
  const artifacts = artifactPaths(runId, task.id, trial);
  const trajectory = emptyTrajectory({ stop: 'tool_error', error: `the queue gave it up: ${why}` });
  const means = { match: matchInTime, redact: redactorFor({}) };
  return scoreEpisode({ task, trial, shortestCalls: null, artifacts, retries }, trajectory, means).result;
}
