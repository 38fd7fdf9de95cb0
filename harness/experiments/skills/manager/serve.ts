import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import type { ListedRun } from './active-runs.ts';
import { createManager, type Manager, type ManagerOptions } from './app.ts';

type ServeOptions = Omit<ManagerOptions, 'allowedHosts' | 'site'> & {
  /** The built site; need not be there. */
  siteDir: string;
  /** 0 for any that is free. */
  port: number;
};

export type ServedManager = {
  /** Without a slash at its end. */
  url: string;
  /** Cancels and saves what runs, then closes every connection. Gives the runs that never began. */
  close(): Promise<ListedRun[]>;
};

const loopback = '127.0.0.1';

/** Answers that are on their way when the server closes have this long to arrive. */
const closeGraceMs = 1000;

/** Listens on the loopback address only. Rejects where the port is taken. */
export async function serveManager({
  port: wanted,
  siteDir,
  ...options
}: ServeOptions): Promise<ServedManager> {
  let manager: Manager | undefined;
  const server = createAdaptorServer({
    fetch: (request, env) => manager?.app.fetch(request, env) ?? new Response(null, { status: 503 }),
  });
  server.listen(wanted, loopback);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const names = [loopback, 'localhost', '[::1]'];
  const allowedHosts = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  manager = createManager({ ...options, site: siteIn(siteDir), allowedHosts });
  const { stop } = manager;
  return {
    url: `http://${loopback}:${port}`,
    close: async () => {
      const notBegun = await stop();
      const closed = once(server, 'close');
      server.close();
      await Promise.race([closed, delay(closeGraceMs, undefined, { ref: false })]);
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
      return notBegun;
    },
  };
}

/** The site may be built while the manager runs. */
function siteIn(folder: string): MiddlewareHandler {
  return async (context, next) =>
    existsSync(path.join(folder, 'index.html')) ? serveStatic({ root: folder })(context, next) : next();
}
