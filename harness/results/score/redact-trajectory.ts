import type { Facts } from '../../judge/facts.ts';
import type { Match } from '../../judge/patterns/match.ts';
import type { Task } from '../../task/task.ts';
import { changeFree, type Redactor } from '../../task/transcripts/redact.ts';
import { factsText, trajectoryText } from './free-text.ts';
import { judgeObservations } from './judge-observations.ts';
import type { Observations, Trajectory } from './trajectory.ts';

/** A trajectory without secrets, as it is saved and judged from then on. Redaction does not change the judgement. */
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
    const { outcome, secondOutcome, failed, forged, verdict } = judged();
    return JSON.stringify([
      outcome,
      secondOutcome,
      failed?.name,
      forged,
      verdict.clauses.map((clause) => clause.outcome),
    ]);
  } catch {
    // If it cannot be judged at all, redaction changes no verdict.
    return 'not judged';
  }
}

type OutcomeOf = (facts: Facts) => string;

/**
 * Redacts the observed facts before they are cut, because half a secret would not be recognised. If that changes the
 * verdict, redacts the cut facts.
 */
export function redactSeen(
  seen: Facts,
  compact: (facts: Facts) => Facts,
  redact: Redactor,
  outcomeOf: OutcomeOf,
): Facts {
  const facts = compact(seen);
  const redacted = redact(seen, factsText);
  if (isSame(seen, redacted)) return facts;
  const safe = compact(redacted);
  return outcomeOf(safe) === outcomeOf(facts) ? safe : redactFacts(facts, redact, outcomeOf);
}

/**
 * Facts without secrets and with the same verdict. If the redaction of a text would change the verdict, its secrets are
 * replaced by text of the same shape; if that changes the verdict too, the text stays. So a typed secret cannot change
 * a verdict.
 */
function redactFacts(facts: Facts, redact: Redactor, outcomeOf: OutcomeOf): Facts {
  const redacted = redact(facts, factsText);
  if (isSame(facts, redacted)) return facts;
  const outcome = outcomeOf(facts);
  if (outcomeOf(redacted) === outcome) return redacted;
  let safe = facts;
  for (let index = 0; index < freeFields(facts); index += 1) {
    const versions = [redact, redact.shaped].map((by) => withField(safe, index, by));
    safe = versions.find((version) => outcomeOf(version) === outcome) ?? safe;
  }
  return safe;
}

function isSame(a: Facts, b: Facts): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function freeFields(facts: Facts): number {
  let fields = 0;
  changeFree(facts, factsText, (free) => {
    fields += 1;
    return free;
  });
  return fields;
}

function withField(facts: Facts, index: number, redact: Redactor['shaped']): Facts {
  let at = -1;
  return changeFree(facts, factsText, (free) => {
    at += 1;
    return at === index ? redact(free, 'free') : free;
  });
}
