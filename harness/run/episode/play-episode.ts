import type { AdapterSession } from '../../agents/adapter.ts';
import { withoutFragment } from '../../browser/tab.ts';
import type { BrowserWatch } from '../../browser/watch-browser.ts';
import { countsAtEnd, judgeObservations } from '../../results/score/judge-observations.ts';
import type { StopCause, Trajectory } from '../../results/score/trajectory.ts';
import type { ServerSession } from '../../servers/connect-server.ts';
import { matchInTime } from '../../task/match-in-time.ts';
import type { Drift } from '../../task/transcripts/drift.ts';
import type { OpenWeb } from '../../web/open-web.ts';
import { Deadline } from './deadline.ts';
import type { Episode, EpisodePlan } from './episode.ts';
import { EpisodeLog } from './episode-log.ts';
import { type End, observeEnd } from './observe-end.ts';
import { openStage, type StageParts } from './open-stage.ts';
import type { Stage } from './stage.ts';
import { openStartPage, startUrls } from './start-page.ts';
import { breakdown, faultOf } from './stop-cause.ts';
import { takeSteps } from './take-steps.ts';
import { TrajectoryRecorder } from './trajectory-recorder.ts';

type Ended = Partial<End> & { stop: StopCause; driftAtEnd?: Drift | null; server?: ServerSession };

/**
 * Plays one attempt at one task in a fresh browser and gathers its trajectory. Never throws: whatever happens there is
 * one, and nothing of browser or server is left.
 */
export async function playEpisode(plan: EpisodePlan): Promise<Episode> {
  const log = new EpisodeLog(plan);
  const recorder = new TrajectoryRecorder(plan);
  log.emit({
    type: 'episode_start',
    goal: plan.task.goal,
    server: plan.server.id,
    adapter: plan.adapter.id,
    web: plan.web.kind,
  });
  using deadline = new Deadline(plan.limits.maxDurationMs);
  const cancel = () => deadline.cancel();
  plan.signal.addEventListener('abort', cancel, { once: true });
  let adapter: AdapterSession | null = null;
  try {
    const opened = await log.watch.time('adapter', () =>
      deadline.race(
        plan.adapter.open(plan.task, plan.server, undefined, { mark: plan.id, hidden: plan.hidden }),
      ),
    );
    if ('drift' in opened) return await finish({ stop: { stop: 'drift', drift: opened.drift } });
    adapter = opened.session;
    return await finish(
      await playToEnd(plan, { adapter, actions: opened.actions ?? null, deadline, log, recorder }),
    );
  } catch (error) {
    return await finish({ stop: faultOf(error, 'adapter_error') });
  } finally {
    plan.signal.removeEventListener('abort', cancel);
  }

  async function finish({
    stop,
    observations = null,
    capture = null,
    driftAtEnd = null,
    server,
  }: Ended): Promise<Episode> {
    // What it leaves open never changes the episode; what it says there still counts, and takes no time of it.
    await log.watch.aside(async () => adapter?.end?.().catch(() => {}));
    const trajectory: Trajectory = recorder.finish({
      stop,
      observations,
      driftAtEnd,
      durationMs: Math.round(log.watch.workedMs()),
      pausedMs: Math.round(log.watch.pausedMs()),
      phases: log.watch.phases(),
      usage: adapter?.account?.() ?? null,
      ...(adapter?.report ? { report: adapter.report() } : {}),
    });
    return {
      trajectory,
      server: server ?? null,
      capture,
      agentConfined: adapter?.confined?.() ?? null,
      agentOutput: adapter?.output?.() ?? null,
    };
  }
}

async function playToEnd(plan: EpisodePlan, parts: StageParts): Promise<Ended> {
  const { adapter, log, recorder } = parts;
  await using cleanup = new AsyncDisposableStack();
  const emitStop = ({ stop, error }: StopCause) =>
    log.emit({ type: 'stop', reason: stop, ...(error ? { error } : {}) });
  let server: ServerSession | undefined;
  let browser: BrowserWatch | undefined;
  try {
    const stage = await openStage(plan, parts, cleanup);
    ({ server, browser } = stage);
    recorder.meet(server.tools);
    const met = ofAdapter(() => {
      const { tools, instructions, listing } = stage.server;
      return adapter.meetTools?.(tools, instructions, listing) ?? null;
    });
    if ('stop' in met) return { stop: met, server };
    if (met.drift) return { stop: { stop: 'drift', drift: met.drift }, server };

    const played = await playToStop(stage, stage.web.hermetic);
    emitStop(played);
    countMisses(stage);
    const end = await observeEnd(stage, played.stop, () => log.watch.time('stop', () => stage.server.end()));
    recorder.lateRequests = stage.web.hermetic?.late ?? 0;
    const elsewhere = passedWithoutActing(stage, played, end, stage.web.hermetic);
    if (elsewhere) emitStop(elsewhere);
    const stopped = elsewhere ?? played;
    await keepBrowser(stage, stopped, end);
    await log.watch.time('stop', () => cleanup.disposeAsync());
    const atEnd = ofAdapter(() => adapter.driftAtEnd?.(end.observations?.first.url ?? '') ?? null);
    if ('stop' in atEnd) return { ...end, stop: atEnd, server };
    // What stopped the episode comes first; that nothing was left to observe afterwards follows from it.
    const isLost = end.observations === null && !stopped.error;
    const stop: StopCause = isLost
      ? { ...stopped, stop: breakdown(stage), error: 'the browser is gone' }
      : stopped;
    return { ...end, stop, driftAtEnd: atEnd.drift, server };
  } catch (error) {
    const stop = faultOf(error, breakdown({ plan, recorder, browser }));
    return { stop, ...(server ? { server } : {}) };
  }
}

function ofAdapter(ask: () => Drift | null): { drift: Drift | null } | StopCause {
  try {
    return { drift: ask() };
  } catch (error) {
    return faultOf(error, 'adapter_error');
  }
}

async function playToStop(stage: Stage, web: OpenWeb['hermetic']): Promise<StopCause> {
  const { plan, observer } = stage;
  try {
    observer.markContractEnter();
    const opening = await openStartPage(stage, web);
    if (opening && 'stop' in opening) return opening;
    // Not earlier: up to here the server starts and attaches, and two starts at once slow each other down.
    if (plan.task.verify === 'reload') observer.prepareSecond();
    return await takeSteps(stage, opening);
  } catch (error) {
    return faultOf(error, breakdown(stage));
  }
}

/**
 * A contract that holds although the agent had nothing done holds on the start page, or the server went where it was
 * not told to go.
 */
function passedWithoutActing(
  { plan, browser, recorder }: Stage,
  { stop }: StopCause,
  { observations }: End,
  web: OpenWeb['hermetic'],
): StopCause | null {
  if (recorder.hasActed || !observations || !countsAtEnd(stop)) return null;
  if (judgeObservations(plan.task, stop, observations, matchInTime).outcome !== 'passed') return null;
  const { startUrl } = plan.task;
  const shown = observations.first.url ?? 'about:blank';
  if (startUrls(startUrl, browser.requests, web).has(withoutFragment(shown))) return null;
  const error = `the browser went from ${startUrl} to ${shown} before any call`;
  return { stop: 'start_page_failed', error };
}

/** Before anything of the browser is ended; the time is nobody's. Of a drift at the end it knows nothing yet. */
async function keepBrowser(stage: Stage, { stop }: StopCause, { observations }: End): Promise<void> {
  const { plan, browser, endpoint, log } = stage;
  if (!plan.keepBrowser || endpoint === null || browser.cdp.closed) return;
  const found = observations && judgeObservations(plan.task, stop, observations, matchInTime);
  const again = found?.secondOutcome ?? 'passed';
  if (countsAtEnd(stop) && found?.outcome === 'passed' && again === 'passed') return;
  const keep = plan.keepBrowser;
  await log.watch.aside(() => Promise.race([keep(endpoint), browser.cdp.ended]));
}

function countMisses({ log, recorder, browser, web }: Stage): void {
  if (!web.hermetic) return;
  const unserved = web.hermetic.accesses.filter(({ served }) => !served).map(({ url }) => url);
  const [fault] = web.hermetic.faults;
  if (fault) recorder.webFault = fault;
  for (const url of [...unserved, ...browser.unresolved, ...browser.refusedFiles]) {
    recorder.missed(url);
    log.emit({ type: 'request_miss', url });
  }
}
