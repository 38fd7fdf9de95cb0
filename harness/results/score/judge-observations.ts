import type { Contract } from '../../judge/contract.ts';
import type { Facts } from '../../judge/facts.ts';
import { judge, judgeSecondObservation, showsForgery } from '../../judge/judge.ts';
import type { Outcome } from '../../judge/outcome.ts';
import type { Match } from '../../judge/patterns/match.ts';
import type { ClauseVerdict, Verdict } from '../../judge/verdict.ts';
import type { Task } from '../../task/task.ts';
import type { Observations, Stop } from './trajectory.ts';

/** The judgement of the end of an episode. */
export type Judgement = {
  /** The deciding verdict: that of the first observation, or that of the second if the second decided. */
  verdict: Verdict;
  outcome: Outcome;
  /** The outcome of the provenance check and the second observation; null if neither was made. */
  secondOutcome: Outcome | null;
  failed: ClauseVerdict | null;
  /** Whether the first observation shows a forged outcome, whatever the verdict is. */
  forged: boolean;
  /** Why the judge could not decide; absent if it could. */
  error?: string;
};

/** Whether a second observation is needed. It only confirms a pass. */
export function asksTwice(stop: Stop, first: Outcome): boolean {
  return first === 'passed' && countsAtEnd(stop);
}

/** Whether an episode with this stop can pass by its end state. */
export function countsAtEnd(stop: Stop): boolean {
  return stop === 'done' || stop === 'held' || stop === 'max_steps';
}

/** Judges the observations of the end of an episode. The episode itself and every later check use it. */
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
    forged: showsForgery(verdict, success),
    ...(outcome === 'inconclusive' ? { error: whyInconclusive(verdict) } : {}),
  };
  const isOldLive = verify === 'live' && version === undefined;
  // State of the hosts does not depend on a page, so a second observation would show nothing new.
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
  // An app that sets its own address may confirm what its host stores, but a forged page could look the same.
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
 * Whether the page shown is that of its address: the document was received from there, or, if the site rewrote the
 * address, the whole text is the same.
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
