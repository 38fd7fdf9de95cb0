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
  /** A server by its id, those of a configuration among them. */
  serverOf?: SuiteSetup['serverOf'];
  /** Configs are looked for in it, and none outside of it is run. */
  workspace: string;
  runsDir: string;
  /** The built site; need not be there. */
  siteDir: string;
  /** 0 for any that is free. */
  port: number;
  /** Suites that run at the same time; more wait. */
  atOnce: number;
  /** Null: whoever reaches the address may use it. */
  token: string | null;
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
  project,
  serverOf,
  ...options
}: ServeOptions): Promise<ServedManager> {
  const { runsDir, atOnce } = options;
  const store = openRunStore(runsDir);
  // Among the results `check` refuses what is none, and the site does not show it.
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
    throw new ApiError('BENCH_NOT_FOUND', `there is no ${context.req.method} ${context.req.path}`);
  });
  app.use(siteIn(siteDir));
  app.get('/', (context) =>
    context.text('The site is not built: npm run build makes it. The skill benchmarks are at /bench.\n'),
  );
  app.notFound((context) => context.text('Nothing is here.\n', 404));
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
 * Refuses what a page of another site can make a browser send: a foreign `Origin`, and a `Host` that only leads here
 * because somebody's DNS says so.
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
      throw new ApiError('BENCH_ORIGIN_REFUSED', 'pages of other origins are not answered', {
        header: 'Origin',
      });
    await next();
  };
}

/** With a token, refuses every request that doesn't carry it. */
function requireToken(token: string | null): MiddlewareHandler {
  // Digests have one length, whatever is sent.
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

/** Nothing but our own files, in no frame, kept by no cache. */
const secureHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('X-Frame-Options', 'DENY');
  context.header('Referrer-Policy', 'no-referrer');
  context.header('Cache-Control', 'no-store');
};
