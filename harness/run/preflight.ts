import { randomUUID } from 'node:crypto';
import { openBrowser } from '../browser/session.ts';
import { UserError } from '../errors/user-error.ts';
import { connectServer, openCall } from '../servers/connect-server.ts';
import { openWeb } from '../web/open-web.ts';
import { priceLine } from './describe-plan.ts';
import type { Plan } from './plan.ts';

const startLimitMs = 30_000;

/**
 * Starts browser and server once before anything is spent, and says with what a model run begins. Key, model and
 * price were looked at when it was planned; nothing is sent to the API. Throws `UserError`.
 */
export async function preflight(plan: Plan, log: (line: string) => void): Promise<void> {
  const { adapter, chromium, server, web: source } = plan;
  log(`preflight  model ${adapter.model}: ${priceLine(adapter)}`);
  await using cleanup = new AsyncDisposableStack();
  const mark = `preflight-${randomUUID()}`;
  const stage = <T>(what: string, work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw new UserError(
        `preflight: ${what}: ${error instanceof Error ? error.message : error}; nothing was spent`,
      );
    });
  const web = await openWeb(source);
  cleanup.defer(() => web.close());
  const browser = await stage(
    'the browser does not start',
    openBrowser(chromium, web, { mark, viewport: { width: 1280, height: 800 } }),
  );
  cleanup.defer(() => browser.end());
  log(`preflight  browser ${chromium.name} ${chromium.version}`);
  const { endpoint, folder } = browser;
  if (!endpoint) throw new Error('a sealed browser takes no guest');
  const connected = await stage(
    `server ${server.id} does not start`,
    connectServer(
      server,
      { endpoint: endpoint.url, port: endpoint.port, folder: folder.path, mark },
      AbortSignal.timeout(startLimitMs),
    ),
  );
  cleanup.defer(() => connected.end());
  await stage(
    `server ${server.id}`,
    Promise.resolve().then(() => openCall(server, connected.tools, 'about:blank')),
  );
  log(`preflight  server ${server.id} ${connected.version}, ${connected.tools.length} tools`);
}
