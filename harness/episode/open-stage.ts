import { openBrowser } from '../browser/session.ts';
import { connectServer } from '../servers/connect-server.ts';
import { type OpenWeb, openWeb } from '../web/open-web.ts';
import type { EpisodePlan } from './episode.ts';
import { PageObserver } from './page-observer.ts';
import type { Stage } from './stage.ts';

/** How long a server may take to start, initialise and list its tools. */
const serverStartLimitMs = 30_000;

/**
 * Opens the web, then a fresh browser on it, then the server as its guest. What was opened is handed to `cleanup` at
 * once, so that nothing is left whatever fails.
 */
export async function openStage(
  plan: EpisodePlan,
  parts: Pick<Stage, 'adapter' | 'deadline' | 'log' | 'recorder'>,
  cleanup: AsyncDisposableStack,
): Promise<Stage & { web: OpenWeb }> {
  const { deadline, log } = parts;
  const web = await openWeb(plan.web);
  cleanup.defer(() => web.close());
  const { viewport } = plan.task.setup;
  const session = await log.watch.time('reset', () =>
    openBrowser(plan.chromium, web, { mark: `${plan.id}.browser`, viewport, recorder: plan.recorder }),
  );
  log.emit({
    type: 'reset',
    durationMs: log.watch.phases().reset,
    browser: `${plan.chromium.name} ${plan.chromium.version}`,
  });
  const observer = new PageObserver(plan, { session, web, startedAtMs: log.watch.startedAtEpochMs });
  cleanup.defer(async () => void (await Promise.all([session.end(), observer.end()])));
  const { endpoint, folder } = session;
  if (!endpoint) throw new Error('a sealed browser takes no guest');
  const server = await log.watch
    .time('start', () =>
      connectServer(
        plan.server,
        { endpoint: endpoint.url, port: endpoint.port, folder: folder.path, mark: plan.id },
        AbortSignal.any([deadline.signal, AbortSignal.timeout(serverStartLimitMs)]),
      ),
    )
    .catch((error: unknown) => {
      // The SDK words an abort in its own way; the time of the episode is told apart all the same.
      throw deadline.signal.aborted ? deadline.signal.reason : error;
    });
  cleanup.defer(() => server.end());
  return { plan, ...parts, server, browser: session.watch, observer, web };
}
