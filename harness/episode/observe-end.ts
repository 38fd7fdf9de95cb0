import { isBrowserGone } from '../browser/browser-gone.ts';
import type { Verdict } from '../contract/verdict.ts';
import { asksTwice, countsAtEnd, judgeObservations } from '../score/judge-observations.ts';
import type { Observations, Stop } from '../score/trajectory.ts';
import { matchInTime } from '../task/match-in-time.ts';
import type { Capture } from './episode.ts';
import type { Stage } from './stage.ts';

/** What of the end was observed; nulls where there was nothing left to observe. */
export type End = { observations: Observations | null; capture: Capture | null };

/**
 * Observes the end state after every kind of stop: the first observation, then provenance and the second one where the
 * task asks for them. The server is still connected at the first (some close their tabs when they leave) and is ended
 * while the second is made.
 */
export async function observeEnd(stage: Stage, stop: Stop, endServer: () => Promise<void>): Promise<End> {
  const { plan, browser, observer } = stage;
  if (await isBrowserGone(browser)) return { observations: null, capture: null };
  const observations = await observe(stage, stop, endServer);
  const { outcome, secondOutcome } = judgeObservations(plan.task, stop, observations, matchInTime);
  const isPass =
    outcome === 'passed' && countsAtEnd(stop) && (secondOutcome === null || secondOutcome === 'passed');
  const capture = isPass ? null : await observer.capture();
  return { observations, capture };
}

async function observe(stage: Stage, stop: Stop, endServer: () => Promise<void>): Promise<Observations> {
  const { plan, observer, log } = stage;
  // Of an end that no page can make a pass of, what it looks like now is enough.
  const { facts, verdict } = await log.watch.time('judge', () =>
    countsAtEnd(stop) ? observer.final() : observer.now(),
  );
  emitVerdict(stage, 'first', verdict);
  const first: Observations = { first: facts, provenance: null, second: null };
  if (!asksTwice(plan.task.verify, stop, verdict.outcome)) return first;
  const { url } = facts;
  if (url === null || !observer.provenance(url)) return { ...first, provenance: false };
  const [second] = await Promise.all([
    log.watch.time('judge', () => observer.second(verdict, url)),
    endServer(),
  ]);
  if ('unavailable' in second) return { ...first, provenance: true, second };
  emitVerdict(stage, 'second', second.verdict);
  return { ...first, provenance: true, second: second.facts };
}

function emitVerdict({ log }: Stage, look: 'first' | 'second', { outcome, evidence }: Verdict): void {
  log.emit({ type: 'contract_eval', look, outcome, evidence });
}
