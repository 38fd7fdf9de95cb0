import { Hono, type MiddlewareHandler } from 'hono';
import type { Project } from '../project/project.ts';
import { ActiveRuns } from './active-runs.ts';
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
  /** Answers with a file of the built site, or passes on. */
  site: MiddlewareHandler;
  /** Null: whoever reaches the address may use it. */
  token: string | null;
  /** Values of the Host header, with the port, in lower case. */
  allowedHosts: readonly string[];
};

export type Manager = {
  app: Hono;
  /** Cancels the runs that are running; they are saved, marked incomplete. */
  stop(): Promise<void>;
};

export function createManager({
  project,
  workspace,
  runsDir,
  site,
  token,
  allowedHosts,
}: ManagerOptions): Manager {
  const store = openRunStore(runsDir);
  const activeRuns = new ActiveRuns(store, project);
  const app = new Hono();
  app.use(secureHeaders);
  app.use(refuseForeign(allowedHosts));
  app.route('/', pageFiles());
  app.use('/bench/*', requireToken(token));
  app.route('/bench', benchRoutes({ workspace, store, activeRuns }));
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
