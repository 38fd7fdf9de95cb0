import { Hono, type MiddlewareHandler } from 'hono';
import type { Project } from '../../../platform/project.ts';
import { ActiveRuns, type ListedRun } from './active-runs.ts';
import { ApiError, toApiError } from './api-error.ts';
import { refuseForeign, requireToken, secureHeaders } from './guard.ts';
import { pageFiles } from './page-files.ts';
import { benchRoutes } from './routes.ts';
import { openRunStore } from './run-store.ts';

export type ManagerOptions = {
  project: Project;
  /** Configs are looked for in it, and none outside of it is run. */
  workspace: string;
  runsDir: string;
  /** Suites that run at the same time; more wait. */
  atOnce: number;
  /** Answers with a file of the built site, or passes on. */
  site: MiddlewareHandler;
  /** Null: whoever reaches the address may use it. */
  token: string | null;
  /** Values of the Host header, with the port, in lower case. */
  allowedHosts: readonly string[];
};

export type Manager = {
  app: Hono;
  /** Cancels the runs that are running; they are saved, marked incomplete. Gives those that never began. */
  stop(): Promise<ListedRun[]>;
};

export function createManager({
  project,
  workspace,
  runsDir,
  atOnce,
  site,
  token,
  allowedHosts,
}: ManagerOptions): Manager {
  const store = openRunStore(runsDir);
  const activeRuns = new ActiveRuns(store, project, atOnce);
  const app = new Hono();
  app.use(secureHeaders);
  app.use(refuseForeign(allowedHosts));
  app.route('/', pageFiles());
  app.use('/bench/*', requireToken(token));
  app.route('/bench', benchRoutes({ workspace, store, activeRuns, atOnce }));
  app.all('/bench/*', (context) => {
    throw new ApiError('BENCH_NOT_FOUND', `there is no ${context.req.method} ${context.req.path}`);
  });
  app.use(site);
  app.get('/', (context) =>
    context.text('The site is not built: npm run build makes it. The skill benchmarks are at /bench.\n'),
  );
  app.notFound((context) => context.text('Nothing is here.\n', 404));
  app.onError((error, context) => {
    const { status, body } = toApiError(error);
    return context.json(body, status);
  });
  return { app, stop: () => activeRuns.stop() };
}
