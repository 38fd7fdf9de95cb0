import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import * as z from 'zod';
import { fieldIssues } from '../../../platform/errors/describe-issues.ts';
import { jsonOrUndefined } from '../../../platform/errors/json.ts';
import { UserError } from '../../../platform/errors/user-error.ts';
import type { SkillRun } from '../../../results/records/skill-run.ts';
import { skillReport } from '../report.ts';
import { loadConfig } from '../skill-config.ts';
import { type ActiveRuns, eventsOf, type RunEvent } from './active-runs.ts';
import { ApiError } from './api-error.ts';
import { findConfigs, relativeTo, resolveConfigPath } from './find-configs.ts';
import type { RunStore } from './run-store.ts';

type RoutesOptions = {
  workspace: string;
  store: RunStore;
  activeRuns: ActiveRuns;
  /** Maximum number of suites at the same time. */
  atOnce: number;
};

/** All routes below `/bench`. */
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

  /** Also answers for an unsaved run while it is remembered. */
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

function runNotFound(runId: string, why = 'does not exist'): ApiError {
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

const largestBodyBytes = 64 * 1024;
/** A body that is too long is read up to this size and dropped, because a client that is still sending may never read an answer. */
const largestDroppedBytes = 64 * 1024 * 1024;

const RunRequestBody = z.strictObject({
  configPath: z.string().refine((text) => text.trim() !== '', 'must not be empty'),
  /** As in SkillVault: repeatable numbers by default, without times. */
  deterministic: z.boolean().default(true),
  save: z.boolean().default(true),
  label: z.string().max(200).nullish(),
  /** Answer at once with the id of the run. */
  async: z.boolean().default(false),
});
type RunRequestBody = z.infer<typeof RunRequestBody>;

/** Throws `BENCH_REQUEST_INVALID` with every mistake of the body. */
async function readRunRequest(context: Context): Promise<RunRequestBody> {
  const body = jsonOrUndefined(await readBody(context));
  if (body === undefined) throw invalid([{ field: 'body', message: 'must be JSON' }]);
  return parseOrRefuse(RunRequestBody, body);
}

/** `?limit=` of a list of runs; default 25. */
function readLimit(context: Context): number {
  const given = context.req.query('limit');
  const schema = z.object({ limit: z.coerce.number('must be a number').int().min(1).default(25) });
  return parseOrRefuse(schema, given ? { limit: given } : {}).limit;
}

async function readBody(context: Context): Promise<string> {
  const tooLarge = invalid([{ field: 'body', message: `must have at most ${largestBodyBytes} bytes` }]);
  if (Number(context.req.header('content-length')) > largestDroppedBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of context.req.raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > largestDroppedBytes) break;
    if (bytes <= largestBodyBytes) chunks.push(chunk);
  }
  if (bytes > largestBodyBytes) throw tooLarge;
  return Buffer.concat(chunks).toString('utf8');
}

function parseOrRefuse<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(fieldIssues(parsed.error, { value }).map(({ field, message }) => ({ field, message })));
}

function invalid(mistakes: { field: string; message: string }[]): ApiError {
  const message = mistakes.map((mistake) => `${mistake.field}: ${mistake.message}`).join('; ');
  return new ApiError('BENCH_REQUEST_INVALID', message, mistakes);
}
