import * as z from 'zod';
import { Outcome } from '../../../judge/outcome.ts';
import { Drift } from '../../../task/transcripts/transcript.ts';
import { Environment, Shard, Totals } from '../result.ts';

// Describes old files; it never changes again.

const count = z.int().nonnegative();
const ms = z.number().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const Status = z.enum([
  'passed',
  'failed',
  'max_steps',
  'timeout',
  'budget_exceeded',
  'tampered',
  'replay_drift',
  'tool_error',
  'adapter_error',
  'inconclusive',
]);

/** `observed` (at most 160 characters) only on clauses that did not pass. */
const ResultClause = z.strictObject({
  name: z.string(),
  outcome: Outcome,
  observed: z.string().optional(),
});

/** The judged episode. Durations in milliseconds. Values that were not measured are null, never 0. */
const ResultV1 = z.strictObject({
  taskId: z.string(),
  taskSha256: sha256,
  trial: z.int().positive(),
  status: Status,
  success: z.boolean(),
  steps: count,
  durationMs: ms,
  phases: z.strictObject({ start: ms, reset: ms, adapter: ms, tool: ms, judge: ms, stop: ms }),
  toolCalls: count,
  serverErrors: count,
  responseBytes: count,
  tokens: z.strictObject({ input: count, output: count, cacheRead: count, cacheWrite: count }).nullable(),
  usd: z.number().nonnegative().nullable(),
  noProgressEpisodes: count,
  wandering: z.strictObject({ repeats: count, excessSteps: z.int().nullable() }),
  recovery: z.strictObject({
    errors: count,
    recovered: count,
    medianSteps: z.number().nullable(),
    medianMs: z.number().nullable(),
  }),
  requestMisses: count,
  firstHeldAtStep: count.nullable(),
  finalUrl: z.string().nullable(),
  failedPostcondition: z
    .strictObject({ name: z.string(), wanted: z.string(), observed: z.string() })
    .optional(),
  verdict: z.strictObject({ outcome: Outcome, clauses: z.array(ResultClause) }).nullable(),
  factsSha256: sha256.nullable(),
  drift: Drift.optional(),
  /** The infrastructure fault as text (`tool_error`, `adapter_error`, `inconclusive`). */
  error: z.string().optional(),
  lastTool: z.string().optional(),
  /** Paths relative to `--out`. */
  artifacts: z.strictObject({ events: z.string(), report: z.string(), screenshot: z.string().optional() }),
});
export type ResultV1 = z.infer<typeof ResultV1>;

const RunConfigV1 = z.strictObject({
  adapter: z.string(),
  model: z.string().nullable(),
  /** The host that answered in place of the model's vendor, if one did. */
  endpoint: z.string().optional(),
  server: z.strictObject({
    id: z.string(),
    package: z.string().nullable(),
    version: z.string(),
    toolsSha256: sha256.nullable(),
  }),
  web: z.enum(['hermetic', 'live']),
  trials: z.int().positive(),
  workers: z.int().positive(),
  caps: z.strictObject({
    maxSteps: z.int().positive(),
    maxDurationMs: z.int().positive(),
    maxTokensPerTurn: z.int(),
    maxUsdPerTask: z.number(),
  }),
  tasksSha256: sha256,
  webSha256: sha256.nullable(),
  judge: z.int(),
  /** Only some tasks of the suite were selected. The run appears in the history and never on the leaderboard. */
  partial: z.literal(true).optional(),
  /** The run is one of several that are not merged yet; never on the leaderboard. */
  shard: Shard.optional(),
  comparabilityKey: sha256,
});
export type RunConfigV1 = z.infer<typeof RunConfigV1>;

const RunV1 = z.strictObject({
  runId: z.string().regex(/^[A-Za-z0-9._-]+$/),
  suite: z.string(),
  complete: z.boolean(),
  startedAt: z.iso.datetime(),
  durationMs: ms,
  config: RunConfigV1,
  environment: Environment,
  /** Digest of the manifest of artefacts under `--out`; null until the run has ended. */
  artifactsSha256: sha256.nullable(),
  /** Only for a run that was played by workers of a queue. */
  queue: z
    .strictObject({
      /** Processes that delivered an episode. */
      workers: count,
      /** Episodes that were played again after an infrastructure error. */
      retries: count,
      /**
       * Results that were dropped because the episode already had one: a worker had stalled and was given up too soon.
       */
      duplicatePlays: count,
    })
    .optional(),
  episodes: z.array(ResultV1),
  totals: Totals,
});
export type RunV1 = z.infer<typeof RunV1>;

export const ResultsFileV1 = z.strictObject({
  schema: z.literal('contract-bench.results.v1'),
  sha: z.string().regex(/^[0-9a-f]{7,64}$/),
  commit: z.strictObject({
    /** With its time zone, as printed by `git show -s --format=%cI`; null if the commit is not in the checkout. */
    date: z.iso.datetime({ offset: true }).nullable(),
    parents: z.array(z.string()),
    subject: z.string().optional(),
  }),
  runs: z.array(RunV1),
});
export type ResultsFileV1 = z.infer<typeof ResultsFileV1>;
