import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Project } from '../../../platform/project.ts';
import { noResultOfSkills } from '../../../results/records/read-skill-runs.ts';
import type { SuiteSetup } from '../skill-config.ts';
import { ActiveRuns, type ListedRun } from './active-runs.ts';
import { ApiError, toApiError } from './api-error.ts';
import { pageFiles } from './page-files.ts';
import { benchRoutes } from './routes.ts';
import { openRunStore } from './run-store.ts';

type ServeOptions = {
  project: Project;
  /** A server by its id, including servers of a configuration. */
  serverOf?: SuiteSetup['serverOf'];
  /** The folder of configs; configs outside of it are not run. */
  workspace: string;
  runsDir: string;
  /** The built site; may be missing. */
  siteDir: string;
  /** 0 for any free port. */
  port: number;
  /** Maximum number of suites at the same time; further ones wait. */
  atOnce: number;
  /** Null: everyone who can reach the address may use it. */
  token: string | null;
};

export type ServedManager = {
  /** Without a final slash. */
  url: string;
  /** Cancels and saves running suites, then closes every connection. Returns the runs that never began. */
  close(): Promise<ListedRun[]>;
};

const loopback = '127.0.0.1';

/** When the server closes, pending answers have this long to arrive. */
const closeGraceMs = 1000;

/** Listens only on the loopback address. Rejects if the port is taken. */
export async function serveManager({
  port: wanted,
  project,
  serverOf,
  ...options
}: ServeOptions): Promise<ServedManager> {
  const { runsDir, atOnce } = options;
  const store = openRunStore(runsDir);
  // In the project's results, `check` would reject an invalid run, and the site would not show it.
  const isResults = path.resolve(runsDir) === path.join(project.results, 'skills');
  const activeRuns = new ActiveRuns({
    store,
    setup: { project, ...(serverOf && { serverOf }) },
    whyNotSaved: (run) => (isResults ? noResultOfSkills(run) : null),
    atOnce,
  });
  let app: Hono | undefined;
  const server = createAdaptorServer({
    fetch: (request, env) => app?.fetch(request, env) ?? new Response(null, { status: 503 }),
  });
  server.listen(wanted, loopback);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const names = [loopback, 'localhost', '[::1]'];
  const allowedHosts = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  app = managerApp({ ...options, store, activeRuns, allowedHosts });
  return {
    url: `http://${loopback}:${port}`,
    close: async () => {
      const notBegun = await activeRuns.stop();
      const closed = once(server, 'close');
      server.close();
      await Promise.race([closed, delay(closeGraceMs, undefined, { ref: false })]);
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
      return notBegun;
    },
  };
}

function managerApp({
  siteDir,
  token,
  allowedHosts,
  ...bench
}: Parameters<typeof benchRoutes>[0] & {
  siteDir: string;
  token: string | null;
  /** Values of the Host header, with the port, in lower case. */
  allowedHosts: readonly string[];
}): Hono {
  const app = new Hono();
  app.use(secureHeaders);
  app.use(refuseForeign(allowedHosts));
  app.route('/', pageFiles());
  app.use('/bench/*', requireToken(token));
  app.route('/bench', benchRoutes(bench));
  app.all('/bench/*', (context) => {
    throw new ApiError('BENCH_NOT_FOUND', `unknown request: ${context.req.method} ${context.req.path}`);
  });
  app.use(siteIn(siteDir));
  app.get('/', (context) =>
    context.text('The site is not built; run npm run build. The skill benchmarks are at /bench.\n'),
  );
  app.notFound((context) => context.text('Not found.\n', 404));
  app.onError((error, context) => {
    const { status, body } = toApiError(error);
    return context.json(body, status);
  });
  return app;
}

/** The site may be built while the manager runs. */
function siteIn(folder: string): MiddlewareHandler {
  return async (context, next) =>
    existsSync(path.join(folder, 'index.html')) ? serveStatic({ root: folder })(context, next) : next();
}

/**
 * Rejects requests that a page of another site can make a browser send: a foreign `Origin`, and a foreign `Host` that DNS
 * resolves to this machine.
 */
function refuseForeign(allowedHosts: readonly string[]): MiddlewareHandler {
  const hosts = new Set(allowedHosts);
  const origins = new Set(allowedHosts.map((host) => `http://${host}`));
  return async (context, next) => {
    const host = context.req.header('host')?.toLowerCase();
    const origin = context.req.header('origin')?.toLowerCase();
    if (host === undefined || !hosts.has(host))
      throw new ApiError('BENCH_ORIGIN_REFUSED', 'the manager answers on the loopback address only', {
        header: 'Host',
      });
    if (origin !== undefined && !origins.has(origin))
      throw new ApiError('BENCH_ORIGIN_REFUSED', 'requests from pages of other origins are rejected', {
        header: 'Origin',
      });
    await next();
  };
}

/** With a token, rejects every request without it. */
function requireToken(token: string | null): MiddlewareHandler {
  // Digests have the same length for any input.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = token === null ? null : digest(token);
  return async (context, next) => {
    const given = /^Bearer +(.*)$/i.exec(context.req.header('authorization') ?? '')?.[1];
    if (expected !== null && !(given !== undefined && timingSafeEqual(digest(given), expected))) {
      context.header('WWW-Authenticate', 'Bearer');
      throw new ApiError(
        'BENCH_UNAUTHORIZED',
        'the header Authorization: Bearer <token> is missing or wrong',
      );
    }
    await next();
  };
}

/** Only the manager's own files, in no frame, without caching. */
const secureHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('X-Frame-Options', 'DENY');
  context.header('Referrer-Policy', 'no-referrer');
  context.header('Cache-Control', 'no-store');
};
