import type { Contract } from '../../judge/contract.ts';
import type { Facts } from '../../judge/facts.ts';
import { judge, judgeSecondObservation } from '../../judge/judge.ts';
import type { Outcome } from '../../judge/outcome.ts';
import type { Match } from '../../judge/patterns/match.ts';
import type { ClauseVerdict, Verdict } from '../../judge/verdict.ts';
import type { Task } from '../../task/task.ts';
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

/** Whether a second observation is asked for: what it decides is only whether a pass is one. */
export function asksTwice(stop: Stop, first: Outcome): boolean {
  return first === 'passed' && countsAtEnd(stop);
}

/** Whether the end state of an episode that stopped so can be a pass. */
export function countsAtEnd(stop: Stop): boolean {
  return stop === 'done' || stop === 'held' || stop === 'max_steps';
}

/** Judges what was observed at the end of an episode, in it and ever after. */
export function judgeObservations(
  { success, verify }: { success: Contract; verify: Task['verify'] },
  stop: Stop,
  observations: Observations,
  match: Match,
): Judgement {
  const { version, first, provenance, second, withCookies } = observations;
  const verdict = judge(success, first, match);
  const { outcome, failed } = verdict;
  const judgement: Judgement = {
    verdict,
    outcome,
    secondOutcome: null,
    failed,
    ...(outcome === 'inconclusive' ? { error: whyInconclusive(verdict) } : {}),
  };
  const isOldLive = verify === 'live' && version === undefined;
  // What the hosts hold is no page's to show: there is nothing to look at again.
  if (verify === 'state' || isOldLive || !asksTwice(stop, outcome)) return judgement;
  const undecided = (why: string): Judgement => ({
    ...judgement,
    secondOutcome: 'inconclusive',
    error: `the second observation could not be had: ${why}`,
  });
  if (provenance === null) return undecided('none was made');
  const notReceived: Judgement = {
    ...judgement,
    secondOutcome: 'failed',
    failed: provenanceClause(first.url),
  };
  if (second === null) return provenance ? undecided('none was made') : notReceived;
  if ('unavailable' in second) return undecided(second.unavailable);
  const again = (facts: Facts) => judgeSecondObservation(success, verdict, facts, match);
  const fresh = again(second);
  const isPass =
    (fresh.outcome === 'passed' && isOfItsAddress(observations, 'second')) ||
    (withCookies !== undefined &&
      !('unavailable' in withCookies) &&
      again(withCookies).outcome === 'passed' &&
      isOfItsAddress(observations, 'withCookies'));
  if (isPass) return { ...judgement, secondOutcome: 'passed' };
  // An app that sets its own address may thank for what its host has; a forger could be thanked as well.
  if (fresh.outcome === 'passed' && verify === 'live')
    return { ...judgement, secondOutcome: 'inconclusive', error: otherText };
  if (fresh.outcome !== 'inconclusive' && !provenance && verify === 'reload') return notReceived;
  return {
    ...judgement,
    verdict: fresh,
    secondOutcome: fresh.outcome,
    failed: fresh.failed,
    ...(fresh.outcome === 'inconclusive' ? { error: `second observation: ${whyInconclusive(fresh)}` } : {}),
  };
}

/**
 * Whether what was on the screen is what its address shows: a document that was received from there, or, where the site
 * has rewritten the address, the same text as a whole.
 */
function isOfItsAddress({ provenance, texts }: Observations, where: 'second' | 'withCookies'): boolean {
  if (provenance) return true;
  return texts !== undefined && texts.first !== null && texts.first === texts[where];
}

const otherText = 'a script set the address, which shows another text when it is opened again';

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
