import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { UserError } from '../../../platform/errors/user-error.ts';
import type { SkillRun } from '../../../results/records/skill-run.ts';
import { loadConfig } from '../load-config.ts';
import { skillReport } from '../report.ts';
import type { ActiveRuns } from './active-runs.ts';
import { ApiError } from './api-error.ts';
import { findConfigs, relativeTo, resolveConfigPath } from './find-configs.ts';
import { eventsOf, type RunEvent } from './run-progress.ts';
import { readLimit, readRunRequest } from './run-request.ts';
import type { RunStore } from './run-store.ts';

type RoutesOptions = {
  workspace: string;
  store: RunStore;
  activeRuns: ActiveRuns;
  /** Suites that run at the same time. */
  atOnce: number;
};

/** All below `/bench`. */
export function benchRoutes({ workspace, store, activeRuns, atOnce }: RoutesOptions): Hono {
  const app = new Hono();

  app.get('/configs', async (context) => context.json({ configs: await findConfigs(workspace) }));

  app.post('/runs', async (context) => {
    const { configPath, async: isAsync, label = null, ...request } = await readRunRequest(context);
    const file = await resolveConfigPath(workspace, configPath);
    const active = activeRuns.start(await loadConfig(file), {
      ...request,
      label,
      configPath: relativeTo(workspace, file),
    });
    if (isAsync) return context.json({ runId: active.runId }, 202);
    return context.json(await active.finished);
  });

  app.get('/active', (context) => context.json({ atOnce, runs: activeRuns.list() }));

  app.get('/runs', async (context) => context.json({ runs: await store.list(readLimit(context)) }));

  app.get('/runs/:id', async (context) => context.json(await runOf(context)));

  app.get('/runs/:id/report', async (context) => context.json(reportOf(await runOf(context))));

  app.get('/runs/:id/events', (context) => {
    const runId = context.req.param('id');
    const active = activeRuns.find(runId);
    const stored = active ? null : store.read(runId);
    if (!active && !stored) throw runNotFound(runId);
    return stream(context, stored ? eventsOf(runId, stored) : active?.progress.events());
  });

  app.delete('/runs/:id/active', async (context) => {
    const runId = context.req.param('id');
    const active = activeRuns.running(runId);
    if (!active) throw runNotFound(runId, 'is not running');
    await active.cancel();
    return context.json({ runId, cancelled: true });
  });

  app.all('/runs/:rest{.+}', (context) => {
    throw runNotFound(context.req.path);
  });

  /** A run that was not saved is answered while it is remembered. */
  const runOf = async (context: Context): Promise<SkillRun> => {
    const runId = context.req.param('id') ?? '';
    if (activeRuns.running(runId)) throw runNotFound(runId, 'has not ended');
    const stored = store.read(runId);
    if (stored) return stored;
    const ended = await activeRuns.find(runId)?.finished.catch(() => null);
    if (!ended) throw runNotFound(runId);
    return ended.run;
  };

  return app;
}

function reportOf(run: SkillRun) {
  try {
    return skillReport(run);
  } catch (error) {
    if (error instanceof UserError) throw new ApiError('BENCH_RUN_INVALID', error.message);
    throw error;
  }
}

function runNotFound(runId: string, why = 'is not there'): ApiError {
  return new ApiError('BENCH_RUN_NOT_FOUND', `the run ${runId} ${why}`, { runId });
}

function stream(context: Context, events: AsyncIterable<RunEvent> | undefined): Response {
  return streamSSE(context, async (listener) => {
    for await (const { event, data } of events ?? []) {
      if (listener.aborted) return;
      await listener.writeSSE({ event, data: JSON.stringify(data) });
    }
  });
}
