import type { Contract } from '../contract/contract.ts';
import { judge } from '../contract/judge.ts';
import { judgeSecondObservation } from '../contract/judge-second-observation.ts';
import type { Outcome } from '../contract/outcome.ts';
import type { ClauseVerdict, Verdict } from '../contract/verdict.ts';
import type { Match } from '../patterns/match.ts';
import type { Task } from '../task/task.ts';
import type { Observations, Stop } from './trajectory.ts';

/** What the end of an episode was judged to be. */
export type Judgement = {
  /** The verdict that decides: of the first observation, or of the second where that one decided. */
  verdict: Verdict;
  outcome: Outcome;
  /** What provenance and the second observation said; null where neither was asked. */
  secondOutcome: Outcome | null;
  failed: ClauseVerdict | null;
  /** Why the judge could not decide, where it could not. */
  error?: string;
};

/** Whether provenance and a second observation are asked for: what they decide is only whether a pass is one. */
export function asksTwice(verify: Task['verify'], stop: Stop, first: Outcome): boolean {
  return verify === 'reload' && first === 'passed' && countsAtEnd(stop);
}

/** Whether the end state of an episode that stopped so can be a pass. */
export function countsAtEnd(stop: Stop): boolean {
  return stop === 'done' || stop === 'held' || stop === 'max_steps';
}

/** Judges what was observed at the end of an episode, in it and ever after. */
export function judgeObservations(
  { success, verify }: { success: Contract; verify: Task['verify'] },
  stop: Stop,
  { first, provenance, second }: Observations,
  match: Match,
): Judgement {
  const verdict = judge(success, first, match);
  const { outcome, failed } = verdict;
  const judgement: Judgement = {
    verdict,
    outcome,
    secondOutcome: null,
    failed,
    ...(outcome === 'inconclusive' ? { error: whyInconclusive(verdict) } : {}),
  };
  if (!asksTwice(verify, stop, outcome)) return judgement;
  const undecided = (why: string): Judgement => ({
    ...judgement,
    secondOutcome: 'inconclusive',
    error: `the second observation could not be had: ${why}`,
  });
  if (provenance === null) return undecided('none was made');
  if (!provenance) return { ...judgement, secondOutcome: 'failed', failed: provenanceClause(first.url) };
  if (second === null) return undecided('none was made');
  if ('unavailable' in second) return undecided(second.unavailable);
  const again = judgeSecondObservation(success, verdict, second, match);
  if (again.outcome === 'passed') return { ...judgement, secondOutcome: 'passed' };
  return {
    ...judgement,
    verdict: again,
    secondOutcome: again.outcome,
    failed: again.failed,
    ...(again.outcome === 'inconclusive' ? { error: `second observation: ${whyInconclusive(again)}` } : {}),
  };
}

function whyInconclusive({ clauses }: Verdict): string {
  const clause = clauses.find(({ outcome }) => outcome === 'inconclusive');
  return clause ? `${clause.name}: ${clause.observed}` : 'the judge could not decide';
}

function provenanceClause(finalUrl: string | null): ClauseVerdict {
  const clip = (text: string) => (text.length > 160 ? `${text.slice(0, 159)}…` : text);
  return {
    name: 'provenance',
    outcome: 'failed',
    wanted: clip(`a document received from ${finalUrl}`),
    observed: 'the address was set without one (history API or no network response)',
  };
}
