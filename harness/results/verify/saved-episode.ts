import { digest } from '../../platform/digest.ts';
import type { Task } from '../../task/task.ts';
import type { Result, Run } from '../records/result.ts';
import type { Subject } from '../score/score-episode.ts';
import { emptyTrajectory, type Trajectory } from '../score/trajectory.ts';
import type { FactsLine, SavedLine, SavedLines, TrajectoryLine } from './read-saved.ts';

/** What is saved of one episode; nulls for what is not there. */
export type SavedEpisode = {
  facts: SavedLine<FactsLine> | null;
  steps: SavedLine<TrajectoryLine> | null;
  /** Both together; null where the one that there is cannot be read, or the other must be there. */
  trajectory: Trajectory | null;
};

/** Of several lines of an episode the one that the result was judged from, else the last: it may have been played again. */
export function savedEpisode(
  { run, saved }: { run: Pick<Run, 'runId' | 'suite'>; saved: SavedLines },
  result: Result,
): SavedEpisode {
  const isOwn = ({ raw }: { raw: Record<string, unknown> }) =>
    raw.runId === run.runId &&
    raw.suite === run.suite &&
    raw.taskId === result.taskId &&
    raw.trial === result.trial;
  const ownFacts = saved.facts.filter(isOwn);
  const facts =
    ownFacts.find(({ line }) => line && digest(line.facts) === result.factsSha256) ?? ownFacts.at(-1) ?? null;
  const steps = saved.trajectories.findLast(isOwn) ?? null;
  return { facts, steps, trajectory: trajectoryOf(facts, steps, result) };
}

function trajectoryOf(
  facts: SavedEpisode['facts'],
  steps: SavedEpisode['steps'],
  { factsSha256, error }: Result,
): Trajectory | null {
  const isJudged = factsSha256 !== null;
  if (isJudged && !facts?.line) return null;
  const observations = facts?.line?.facts ?? null;
  if (steps) return steps.line && { ...steps.line.trajectory, observations };
  // Given up before anybody began it.
  if (isJudged || error === undefined) return null;
  return emptyTrajectory({ stop: 'tool_error', error });
}

/** What the episode was at; where it lies is the run's to say. */
export function subjectOf(
  { trial, artifacts, retries }: Result,
  task: Task,
  { steps }: SavedEpisode,
): Subject {
  const shortestCalls = steps?.line?.shortestCalls ?? null;
  // Of one that nobody brought to an end nothing else is saved.
  return { task, trial, artifacts, shortestCalls, retries: steps ? (steps.line?.retries ?? 0) : retries };
}
