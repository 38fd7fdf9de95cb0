import { isBrowserGone } from '../browser/browser-gone.ts';
import type { Outcome } from '../contract/outcome.ts';
import type { ClauseVerdict, Verdict } from '../contract/verdict.ts';
import type { Stop } from './decide-status.ts';
import type { Capture, SavedFacts } from './episode.ts';
import { provenanceClause } from './judge-page.ts';
import type { Stage } from './take-steps.ts';

/** What the end of an episode was judged to be; nulls where nothing could be judged. */
export type Judged = {
  verdict: Verdict | null;
  facts: SavedFacts | null;
  outcome: Outcome | null;
  secondOutcome: Outcome | null;
  failed: ClauseVerdict | null;
  capture: Capture | null;
  /** Only where there was nothing left to judge. */
  stop?: Stop;
  /** Why the judge could not decide, where it could not. */
  error?: string;
};

const nothing: Judged = {
  verdict: null,
  facts: null,
  outcome: null,
  secondOutcome: null,
  failed: null,
  capture: null,
};

/**
 * Judges the end state after every kind of stop: the first look, then provenance and the second look where the
 * task asks for them. The server is still connected at the first look (some close their tabs when they leave) and
 * is ended while the second one is taken.
 */
export async function judgeEnd(
  { plan, browser, judge, log }: Stage,
  stop: Stop,
  endServer: () => Promise<void>,
): Promise<Judged> {
  if (await isBrowserGone(browser)) return { ...nothing, stop: 'tool_error', error: 'the browser is gone' };
  const inTime = stop !== 'timeout' && stop !== 'budget_exceeded';
  const { facts, verdict } = await log.watch.time('judge', () => (inTime ? judge.final() : judge.now()));
  log.judged('first', facts.url, verdict);
  const first: Judged = {
    ...nothing,
    verdict,
    facts: { first: facts, provenance: null, second: null },
    outcome: verdict.outcome,
    failed: verdict.failed,
    ...(verdict.outcome === 'inconclusive' ? { error: whyInconclusive(verdict) } : {}),
  };
  const counts = stop === 'done' || stop === 'held' || stop === 'max_steps';
  if (verdict.outcome !== 'passed' || !counts) return { ...first, capture: await judge.capture() };
  if (plan.task.verify === 'live') return first;

  if (facts.url === null || !judge.provenance(facts.url)) {
    return {
      ...first,
      facts: { first: facts, provenance: false, second: null },
      secondOutcome: 'failed',
      failed: provenanceClause(facts.url),
      capture: await judge.capture(),
    };
  }
  const { url } = facts;
  const [second] = await Promise.all([
    log.watch.time('judge', () => judge.second(verdict, url)),
    endServer(),
  ]);
  if ('unavailable' in second) {
    return {
      ...first,
      facts: { first: facts, provenance: true, second: { unavailable: second.unavailable } },
      secondOutcome: 'inconclusive',
      error: `the second look could not be had: ${second.unavailable}`,
      capture: await judge.capture(),
    };
  }
  log.judged('second', second.facts.url, second.verdict);
  const saved = { first: facts, provenance: true, second: second.facts };
  if (second.verdict.outcome === 'passed') return { ...first, facts: saved, secondOutcome: 'passed' };
  return {
    ...first,
    facts: saved,
    verdict: second.verdict,
    secondOutcome: second.verdict.outcome,
    failed: second.verdict.failed,
    capture: await judge.capture(),
    ...(second.verdict.outcome === 'inconclusive'
      ? { error: `second look: ${whyInconclusive(second.verdict)}` }
      : {}),
  };
}

function whyInconclusive({ clauses }: Verdict): string {
  const clause = clauses.find(({ outcome }) => outcome === 'inconclusive');
  return clause ? `${clause.name}: ${clause.observed}` : 'the judge could not decide';
}
