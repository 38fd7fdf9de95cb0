import type { AdapterSession } from '../adapters/adapter.ts';
import { openBrowser } from '../browser/session.ts';
import { connectServer, openCall } from '../servers/connect-server.ts';
import type { Drift } from '../transcript/drift.ts';
import { openWeb } from '../web/open-web.ts';
import { Deadline } from './deadline.ts';
import type { Episode, EpisodePlan } from './episode.ts';
import { EpisodeLog } from './episode-log.ts';
import { judgeEnd } from './judge-end.ts';
import { PageJudge } from './judge-page.ts';
import { faultOf, type StopCause } from './stop-cause.ts';
import { callServer, type Stage, takeSteps } from './take-steps.ts';

/** How long a server may take to start, initialise and list its tools. */
const serverStartLimitMs = 30_000;

/**
 * Plays one attempt at one task in a fresh browser and judges it. Never throws: whatever happens there is a
 * result, and nothing of browser or server is left.
 */
export async function playEpisode(plan: EpisodePlan): Promise<Episode> {
  const log = new EpisodeLog(plan);
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
  try {
    const opened = await log.watch.time('adapter', () =>
      deadline.race(plan.adapter.open(plan.task, plan.server)),
    );
    if ('drift' in opened) return log.finish({ stop: 'drift', drift: opened.drift });
    return await playOnStage(plan, opened.session, deadline, log);
  } catch (error) {
    return log.finish(faultOf(error, 'adapter_error'));
  } finally {
    plan.signal.removeEventListener('abort', cancel);
  }
}

async function playOnStage(
  plan: EpisodePlan,
  adapter: AdapterSession,
  deadline: Deadline,
  log: EpisodeLog,
): Promise<Episode> {
  await using cleanup = new AsyncDisposableStack();
  try {
    const web = await openWeb(plan.web);
    cleanup.defer(() => web.close());
    const browser = await log.watch.time('reset', () =>
      openBrowser(plan.chromium, web, {
        mark: `${plan.id}.browser`,
        viewport: plan.task.setup.viewport,
        recorder: plan.recorder,
      }),
    );
    log.emit({
      type: 'reset',
      durationMs: log.watch.phases().reset,
      browser: `${plan.chromium.name} ${plan.chromium.version}`,
    });
    const judge = new PageJudge(plan, {
      session: browser,
      web,
      startedAtMs: log.watch.startedAtEpochMs,
      marks: log.marks,
    });
    cleanup.defer(async () => void (await Promise.all([browser.end(), judge.end()])));
    const { endpoint } = browser;
    if (!endpoint) throw new Error('a sealed browser takes no guest');
    const server = await log.watch
      .time('start', () =>
        connectServer(
          plan.server,
          { endpoint: endpoint.url, port: endpoint.port, folder: browser.folder.path, mark: plan.id },
          AbortSignal.any([deadline.signal, AbortSignal.timeout(serverStartLimitMs)]),
        ),
      )
      .catch((error: unknown) => {
        // The SDK words an abort in its own way; the time of the episode is told apart all the same.
        throw deadline.signal.aborted ? deadline.signal.reason : error;
      });
    cleanup.defer(() => server.end());
    log.meet(adapter, server);
    const met = ofAdapter(() => adapter.meetTools?.(server.tools) ?? null);
    if ('stop' in met) return log.finish(met);
    if (met.drift) return log.finish({ stop: 'drift', drift: met.drift });

    const stage: Stage = { plan, adapter, server, browser: browser.watch, judge, deadline, log };
    const ending = await playToStop(stage);
    log.emit({ type: 'stop', reason: ending.stop, ...(ending.error ? { error: ending.error } : {}) });
    log.countMisses(browser.watch, web);
    const judged = await judgeEnd(stage, ending.stop, () => log.watch.time('stop', () => server.end()));
    await log.watch.time('stop', () => cleanup.disposeAsync());
    const atEnd = ofAdapter(() => adapter.driftAtEnd?.(log.finalUrl ?? '') ?? null);
    if ('stop' in atEnd) return log.finish({ ...judged, ...atEnd });
    // What stopped the episode comes first; that it could not be judged afterwards follows from it.
    const stopped = ending.error ? ending : {};
    return log.finish({ ...ending, ...judged, ...stopped, driftAtEnd: atEnd.drift });
  } catch (error) {
    return log.finish(faultOf(error, 'tool_error'));
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
  const { plan, server, judge, log } = stage;
  try {
    log.markContractEnter();
    let opening = null;
    if (plan.task.startUrl !== 'about:blank') {
      const { tool, args } = openCall(plan.server, server.tools, plan.task.startUrl);
      log.emit({ type: 'navigate', seq: 0, tool, args, url: plan.task.startUrl });
      opening = await callServer(stage, tool, args);
      log.answered(0, tool, opening, 0);
    }
    // Not earlier: up to here the server starts and attaches, and two starts at once slow each other down.
    if (plan.task.verify === 'reload') judge.prepareSecond();
    return await takeSteps(stage, opening);
  } catch (error) {
    return faultOf(error, 'tool_error');
  }
}
