import type { Match } from '../../judge/patterns/match.ts';
import type { Task } from '../../task/task.ts';
import type { Redactor } from '../../task/transcripts/redact.ts';
import { trajectoryText } from './free-text.ts';
import { judgeObservations } from './judge-observations.ts';
import { redactFacts } from './redact-facts.ts';
import type { Observations, Trajectory } from './trajectory.ts';

/**
 * A trajectory without secrets, as it is saved and judged ever after. What it is judged to be is what it would be
 * judged to be with them.
 */
export function redactTrajectory(
  task: Pick<Task, 'success' | 'verify'>,
  trajectory: Trajectory,
  { redact, match }: { redact: Redactor; match: Match },
): Trajectory {
  const { observations, stop } = trajectory;
  const rest = redact({ ...trajectory, observations: null }, trajectoryText);
  if (!observations) return rest;
  const outcomeOf = (seen: Observations) => outcomesOf(() => judgeObservations(task, stop.stop, seen, match));
  const first = redactFacts(observations.first, redact, (facts) =>
    outcomeOf({ ...observations, first: facts }),
  );
  const { second } = observations;
  if (second === null || 'unavailable' in second)
    return {
      ...rest,
      observations: { ...observations, first, second: redact(second, { unavailable: 'free' }) },
    };
  const again = redactFacts(second, redact, (facts) => outcomeOf({ ...observations, first, second: facts }));
  return { ...rest, observations: { ...observations, first, second: again } };
}

function outcomesOf(judged: () => ReturnType<typeof judgeObservations>): string {
  try {
    const { outcome, secondOutcome, failed, verdict } = judged();
    return JSON.stringify([
      outcome,
      secondOutcome,
      failed?.name,
      verdict.clauses.map((clause) => clause.outcome),
    ]);
  } catch {
    // What cannot be judged at all is as well redacted.
    return 'not judged';
  }
}
