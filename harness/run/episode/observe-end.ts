import type { SecondObservation } from '../../browser/final-observation.ts';
import { isBrowserGone } from '../../browser/watch-browser.ts';
import type { Verdict } from '../../judge/verdict.ts';
import { asksTwice, countsAtEnd, judgeObservations } from '../../results/score/judge-observations.ts';
import type { Observations, Stop } from '../../results/score/trajectory.ts';
import { matchInTime } from '../../task/match-in-time.ts';
import type { Stage } from './open-stage.ts';
import { mayReportAtLimit, takePictureOfEnd } from './take-steps.ts';
import type { TrajectoryRecorder } from './trajectory-recorder.ts';

type EndServer = () => Promise<void>;

/**
 * Observes the end state after every kind of stop. If the outcome is state of the hosts, it reads that state. Otherwise
 * it makes the first observation and, if that passes, checks provenance and makes the second. The server stays
 * connected during the first, because some servers close their tabs when they exit. It is ended during the second
 * observation, or before it if that uses the server's own profile.
 */
export async function observeEnd(
  stage: Stage,
  stop: Stop,
  endServer: EndServer,
): Promise<TrajectoryRecorder['end']> {
  const { plan, browser, observer } = stage;
  if (await isBrowserGone(browser)) return { observations: null, capture: null };
  const observations = await observe(stage, stop, endServer);
  const { outcome, secondOutcome } = judgeObservations(plan.task, stop, observations, matchInTime);
  const isPass =
    outcome === 'passed' && countsAtEnd(stop) && (secondOutcome === null || secondOutcome === 'passed');
  const capture = isPass ? null : await observer.capture();
  await takePictureOfEnd(stage, capture?.png ?? null);
  return { observations, capture };
}

async function observe(stage: Stage, stop: Stop, endServer: EndServer): Promise<Observations> {
  const { plan, observer, log } = stage;
  // These stops cannot pass, so the page is observed without waiting.
  const inTime = ![
    'timeout',
    'over_steps',
    'budget_exceeded',
    'start_page_failed',
    'model_error',
    'model_refused',
    'context_full',
  ].includes(stop);
  const isOfState = plan.task.verify === 'state';
  const look = () => {
    if (!inTime) return observer.now();
    return isOfState ? observer.ofState(() => answerOf(stage, stop)) : observer.final();
  };
  const { facts, verdict } = await log.watch.time('judge', look);
  emitVerdict(stage, 'first', verdict);
  countUnmatched(stage);
  const first: Observations = { version: 2, first: facts, provenance: null, second: null };
  if (isOfState || !asksTwice(stop, verdict.outcome)) return first;
  const url = facts.url ?? '';
  const provenance = observer.provenance(url);
  if (provenance === 'elsewhere') return { ...first, provenance: false };
  const isReceived = provenance === 'received';
  const text = isReceived ? null : await log.watch.time('judge', () => observer.wholeText());
  const again: EndObservation = {
    verdict,
    url,
    text,
    profile: await observer.profile(),
    observed: (second, withCookies) => ({
      ...first,
      provenance: isReceived,
      second: factsOf(second),
      ...(withCookies ? { withCookies: factsOf(withCookies) } : {}),
      ...(isReceived
        ? {}
        : { texts: { first: text, second: textOf(second), withCookies: textOf(withCookies) } }),
    }),
  };
  return plan.task.verify === 'live'
    ? observeInProfile(stage, endServer, again)
    : observeReloaded(stage, endServer, again);
}

/**
 * The agent's answer; null unless the agent ended the episode or may have used up its steps before. Waiting for it does
 * not count as episode time.
 */
async function answerOf(stage: Stage, stop: Stop): Promise<string | null> {
  const { adapter, log } = stage;
  if (stop !== 'done' && !(stop === 'max_steps' && mayReportAtLimit(stage))) return null;
  await log.watch.aside(async () => adapter.hear?.());
  return adapter.report?.().answer ?? null;
}

type EndObservation = {
  verdict: Verdict;
  url: string;
  /** Digest of the text of the shown page, if another page must be compared with it. */
  text: string | null;
  profile: string | undefined;
  observed(second: SecondObservation, withCookies?: SecondObservation): Observations;
};

async function observeInProfile(
  stage: Stage,
  endServer: EndServer,
  again: EndObservation,
): Promise<Observations> {
  const { observer, log } = stage;
  await endServer();
  const seen = await log.watch.time('judge', () =>
    observer.inProfile({ ...again, kept: 'cookies and storage' }),
  );
  emitSeen(stage, seen);
  return again.observed(seen);
}

async function observeReloaded(
  stage: Stage,
  endServer: EndServer,
  again: EndObservation,
): Promise<Observations> {
  const { plan, observer, log } = stage;
  const ended = endServer();
  const withCookies: Promise<SecondObservation>[] = [];
  // A site with a consent banner shows it to a visitor without cookies.
  const onDoubt = () => {
    withCookies.push(ended.then(() => observer.inProfile({ ...again, kept: 'cookies' })));
  };
  const [second] = await Promise.all([
    log.watch.time('judge', () => observer.second({ ...again, onDoubt })),
    ended,
  ]);
  emitSeen(stage, second);
  const observations = again.observed(second);
  const { secondOutcome } = judgeObservations(plan.task, 'done', observations, matchInTime);
  if (secondOutcome === 'passed') return observations;
  const [seen] = await log.watch.time('judge', () => Promise.all(withCookies));
  if (!seen) return observations;
  emitSeen(stage, seen);
  return again.observed(second, seen);
}

function factsOf(seen: SecondObservation): NonNullable<Observations['second']> {
  return 'unavailable' in seen ? { unavailable: seen.unavailable } : seen.facts;
}

function textOf(seen: SecondObservation | undefined): string | null {
  return seen === undefined || 'unavailable' in seen ? null : seen.textSha256;
}

function emitSeen(stage: Stage, seen: SecondObservation): void {
  if (!('unavailable' in seen)) emitVerdict(stage, 'second', seen.verdict);
}

/** Must run before the second observation, whose browser uses the same web. */
function countUnmatched({ web, recorder, log }: Stage): void {
  const unmatched = web.hermetic?.accesses.filter(({ isForeign }) => isForeign) ?? [];
  recorder.unmatchedRequests = unmatched.length;
  for (const { url } of unmatched) log.emit({ type: 'unmatched_request', url });
}

function emitVerdict(
  { log, recorder }: Stage,
  look: 'first' | 'second',
  { outcome, evidence }: Verdict,
): void {
  log.emit({ type: 'contract_eval', look, toolSeq: recorder.stepCount, outcome, evidence });
}
