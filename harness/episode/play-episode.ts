import type { AdapterSession } from '../adapters/adapter.ts';
import type { BrowserWatch } from '../browser/watch-browser.ts';
import type { StopCause, Trajectory } from '../score/trajectory.ts';
import type { ServerSession } from '../servers/connect-server.ts';
import type { Drift } from '../transcript/drift.ts';
import type { OpenWeb } from '../web/open-web.ts';
import { Deadline } from './deadline.ts';
import type { Episode, EpisodePlan } from './episode.ts';
import { EpisodeLog } from './episode-log.ts';
import { type End, observeEnd } from './observe-end.ts';
import { openStage } from './open-stage.ts';
import type { Stage } from './stage.ts';
import { openStart, whyNotOpen } from './start-page.ts';
import { faultOf } from './stop-cause.ts';
import { takeSteps } from './take-steps.ts';
import { TrajectoryRecorder } from './trajectory-recorder.ts';

type Ended = Partial<End> & { stop: StopCause; driftAtEnd?: Drift | null; server?: ServerSession };

/**
 * Plays one attempt at one task in a fresh browser and gathers its trajectory. Never throws: whatever happens there is
 * one, and nothing of browser or server is left.
 */
export async function playEpisode(plan: EpisodePlan): Promise<Episode> {
  const log = new EpisodeLog(plan);
  const recorder = new TrajectoryRecorder(plan.server);
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
      deadline.race(plan.adapter.open(plan.task, plan.server)),
    );
    if ('drift' in opened) return finish({ stop: { stop: 'drift', drift: opened.drift } });
    adapter = opened.session;
    return finish(await playToEnd(plan, { adapter, deadline, log, recorder }));
  } catch (error) {
    return finish({ stop: faultOf(error, 'adapter_error') });
  } finally {
    plan.signal.removeEventListener('abort', cancel);
    // What it leaves open never changes the episode.
    await adapter?.end?.().catch(() => {});
  }

  function finish({ stop, observations = null, capture = null, driftAtEnd = null, server }: Ended): Episode {
    const trajectory: Trajectory = recorder.finish({
      stop,
      observations,
      driftAtEnd,
      durationMs: Math.round(log.watch.workedMs()),
      pausedMs: Math.round(log.watch.elapsedMs() - log.watch.workedMs()),
      phases: log.watch.phases(),
      usage: adapter?.account?.() ?? null,
      ...(adapter?.report ? { report: adapter.report() } : {}),
    });
    return { trajectory, server: server ?? null, capture };
  }
}

async function playToEnd(
  plan: EpisodePlan,
  parts: Pick<Stage, 'adapter' | 'deadline' | 'log' | 'recorder'>,
): Promise<Ended> {
  const { adapter, log, recorder } = parts;
  await using cleanup = new AsyncDisposableStack();
  let server: ServerSession | undefined;
  try {
    const { web, ...stage } = await openStage(plan, parts, cleanup);
    server = stage.server;
    recorder.meet(server.tools);
    const met = ofAdapter(() => adapter.meetTools?.(stage.server.tools, stage.server.instructions) ?? null);
    if ('stop' in met) return { stop: met, server };
    if (met.drift) return { stop: { stop: 'drift', drift: met.drift }, server };

    const stopped = await playToStop(stage);
    log.emit({ type: 'stop', reason: stopped.stop, ...(stopped.error ? { error: stopped.error } : {}) });
    countMisses(stage, stage.browser, web);
    const end = await observeEnd(stage, stopped.stop, () => log.watch.time('stop', () => stage.server.end()));
    await log.watch.time('stop', () => cleanup.disposeAsync());
    const atEnd = ofAdapter(() => adapter.driftAtEnd?.(end.observations?.first.url ?? '') ?? null);
    if ('stop' in atEnd) return { ...end, stop: atEnd, server };
    // What stopped the episode comes first; that nothing was left to observe afterwards follows from it.
    const isLost = end.observations === null && !stopped.error;
    const stop: StopCause = isLost
      ? { ...stopped, stop: 'tool_error', error: 'the browser is gone' }
      : stopped;
    return { ...end, stop, driftAtEnd: atEnd.drift, server };
  } catch (error) {
    return { stop: faultOf(error, 'tool_error'), ...(server ? { server } : {}) };
  }
}

function ofAdapter(ask: () => Drift | null): { drift: Drift | null } | StopCause {
  try {
    return { drift: ask() };
  } catch (error) {
    return faultOf(error, 'adapter_error');
  }
}

async function playToStop(stage: Stage): Promise<StopCause> {
  const { plan, observer } = stage;
  try {
    observer.markContractEnter();
    let opening = null;
    if (plan.task.startUrl !== 'about:blank') {
      opening = await openStart(stage);
      // A network or a site can fail once.
      if (whyNotOpen(stage, opening)) opening = await openStart(stage);
      const why = whyNotOpen(stage, opening);
      if (why) return { stop: 'start_page_failed', error: why };
    }
    // Not earlier: up to here the server starts and attaches, and two starts at once slow each other down.
    if (plan.task.verify === 'reload') observer.prepareSecond();
    return await takeSteps(stage, opening);
  } catch (error) {
    return faultOf(error, 'tool_error');
  }
}

function countMisses({ log, recorder }: Stage, browser: BrowserWatch, web: OpenWeb): void {
  if (!web.hermetic) return;
  const unserved = web.hermetic.accesses.filter(({ served }) => !served).map(({ url }) => url);
  for (const url of [...unserved, ...browser.unresolved]) {
    recorder.requestMisses += 1;
    log.emit({ type: 'request_miss', url });
  }
}
