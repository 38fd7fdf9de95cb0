import type { Result } from '../result/result.ts';
import { artifactPaths } from '../run/artifacts.ts';
import type { PlannedEpisode } from '../run/plan.ts';
import { scoreEpisode } from '../score/score-episode.ts';
import { emptyTrajectory } from '../score/trajectory.ts';
import { matchInTime } from '../task/match-in-time.ts';
import { redactorFor } from '../transcript/redact.ts';

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
