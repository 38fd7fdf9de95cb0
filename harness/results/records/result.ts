import * as z from 'zod';
import { Outcome } from '../../judge/outcome.ts';
import { Drift } from '../../task/transcripts/transcript.ts';
import { agentEndKinds } from './agent-ends.ts';
import { Agent, Limits, ModelRecord, PriceRecord, RunKind, record, sha256, Tokens } from './run-identity.ts';
import { statusNames } from './statuses.ts';
import { measuredTotals } from './totals-shape.ts';

const count = z.int().nonnegative();
const ms = z.number().nonnegative();

/** `observed` (at most 160 characters) only on clauses that did not pass. */
const ResultClause = record({
  name: z.string(),
  outcome: Outcome,
  observed: z.string().optional(),
});

/** The judged episode. Durations in milliseconds. Values that were not measured are null, never 0. */
export const Result = record({
  taskId: z.string(),
  /** The template of the task; the task's own id if it has no template. */
  templateId: z.string(),
  taskSha256: sha256,
  trial: z.int().positive(),
  status: z.enum(statusNames),
  success: z.boolean(),
  /** Actions of the agent: its calls, or its actions on the browser if it drives the browser itself. */
  steps: count,
  /** Observations by an agent that drives the browser itself, beside its steps; absent if none were counted. */
  looks: count.optional(),
  /** The steps of a third-party agent by its own count, often one turn of its model; absent if it reports none. */
  ownSteps: count.optional(),
  durationMs: ms,
  phases: record({ start: ms, reset: ms, adapter: ms, tool: ms, judge: ms, stop: ms }),
  toolCalls: count,
  serverErrors: count,
  responseBytes: count,
  /**
   * Bytes of the answer to the call that opened the start page, and the steps (from 1) whose answer was an error;
   * absent in older rows.
   */
  answers: record({ openingBytes: count, errorSteps: z.array(z.int().positive()) }).optional(),
  tokens: Tokens.nullable(),
  usd: z.number().nonnegative().nullable(),
  /** Whether the agent reported success; null without a self-report, and then no rate includes the episode. */
  selfReport: z.boolean().nullable(),
  answer: z.string().nullable(),
  /** The model's or agent's own reason for stopping. */
  stopReason: z.string().nullable(),
  /** An agent that drives the browser itself connected to the browser, so it counts as having acted. */
  connected: z.literal(true).optional(),
  /** How the process of a third-party agent ended; only if it ended abnormally and the episode did not pass. */
  agentEnd: z.string().optional(),
  /** The kind of `agentEnd`; absent in older rows. */
  agentEndKind: z.enum(agentEndKinds).optional(),
  /** Requests to a model whose tokens were counted. */
  requests: count.nullable(),
  /** Requests to a model that were sent again, because its API was busy or not reached; absent if there were none. */
  requestRetries: count.optional(),
  /** Part of `pausedMs` in which a model computed; absent without a model, and in older rows. */
  modelMs: ms.optional(),
  /** The usage that a third-party agent claims, beside the counted usage. */
  claimedTokens: Tokens.nullable(),
  /** Time in which the agent's clock stood, because it waited for its model or for others; in no duration. */
  pausedMs: ms,
  /** Earlier attempts at this episode that failed for infrastructure reasons before the agent's first call. */
  retries: count,
  /** The time limit or a gateway cut off requests; the vendor may charge for them, but their cost is unknown. */
  costIsLowerBound: z.literal(true).optional(),
  /** Why the cost of answered requests is unknown. */
  costUnknown: z.string().optional(),
  /** By how much an answer longer than expected exceeded the budget; absent if none did. */
  overshootUsd: z.number().positive().optional(),
  noProgressEpisodes: count,
  wandering: record({ repeats: count, excessSteps: z.int().nullable() }),
  recovery: record({
    errors: count,
    recovered: count,
    medianSteps: z.number().nullable(),
    medianMs: z.number().nullable(),
  }),
  requestMisses: count,
  /** Taken from observations that do not wait, so on a busy machine it can be one step too high. */
  firstHeldAtStep: count.nullable(),
  /** What the page paid at its first end, without a discount for time; null without an end. Only if the contract asks for a reward. */
  reward: z.number().nullable().optional(),
  finalUrl: z.string().nullable(),
  failedPostcondition: z
    .strictObject({ name: z.string(), wanted: z.string(), observed: z.string() })
    .optional(),
  verdict: record({ outcome: Outcome, clauses: z.array(ResultClause) }).nullable(),
  factsSha256: sha256.nullable(),
  /** Digest of the trajectory that this result was computed from; null if none was kept. */
  trajectorySha256: sha256.nullable(),
  drift: Drift.optional(),
  /** Only if the episode did not pass: the server's last error answer, and the number of all its answers. */
  lastServerError: record({ tool: z.string(), said: z.string(), answers: count }).optional(),
  /** Only if the episode did not pass: the first request without an answer. */
  missedRequest: z.string().optional(),
  /** The infrastructure fault as text (`tool_error`, `start_page_failed`, `adapter_error`, `inconclusive`). */
  error: z.string().optional(),
  lastTool: z.string().optional(),
  /** Paths relative to `--out`. */
  artifacts: record({ events: z.string(), report: z.string(), screenshot: z.string().optional() }),
});
export type Result = z.infer<typeof Result>;

export const Totals = z.strictObject({
  episodes: count,
  passed: count,
  failed: count,
  errored: count,
  ...measuredTotals,
});
export type Totals = z.infer<typeof Totals>;

/** The episodes of a run that one machine plays; `merge` makes one run from all shards. */
export const Shard = record({
  /** From 1. */
  index: z.int().positive(),
  count: z.int().positive(),
  /** Episodes of the whole run. */
  episodes: count,
  /**
   * Episodes of all runs of the command before this run's first: episodes are dealt to the shards across all its runs.
   */
  before: count,
  /** Whether the merged run is one for `results/`. */
  save: z.boolean(),
});
export type Shard = z.infer<typeof Shard>;

export const RunConfig = record({
  /** Stored, and part of the comparability key; never inferred. */
  kind: RunKind,
  adapter: z.string(),
  agent: Agent,
  model: ModelRecord.nullable(),
  /** Null if it is unknown; then costs are null too, never 0. */
  price: PriceRecord.nullable(),
  server: record({
    id: z.string(),
    package: z.string().nullable(),
    version: z.string(),
    toolsSha256: sha256.nullable(),
    /** Whether it was sandboxed (ran in namespaces of its own); null if not recorded. */
    confined: z.boolean().nullable(),
    /**
     * The size of its tool list as JSON, which an agent pays for before its first call. Tokens are null without a
     * tokenizer. Absent in older rows.
     */
    toolList: z.strictObject({ tools: count, bytes: count, tokens: count.nullable() }).optional(),
  }),
  /** Digest of the replayed recordings; null if there were none. */
  transcriptsSha256: sha256.nullable(),
  /**
   * `project`: all of them were in the project's `transcripts/`. `other`: other folders took precedence. Absent if not
   * recorded.
   */
  recordings: z.enum(['project', 'other']).optional(),
  web: z.enum(['hermetic', 'live']),
  /** The edition of the suite; null for a user's own tasks. */
  edition: z.int().positive().nullable(),
  /** The seeds that were played; null if the suite has none. */
  worldSeeds: z.array(z.int()).nullable(),
  trials: z.int().positive(),
  workers: z.int().positive(),
  limits: Limits,
  tasksSha256: sha256,
  /** Digest of the prompts: the goal, answer format and limits that an agent gets for each task. */
  promptSha256: sha256.nullable(),
  /** Tools and URLs that run scripts in the page were rejected; absent if they were allowed. */
  scripts: z.literal('refused').optional(),
  /** Whether each turn of a model had to be a call; absent if the API request did not set it. */
  toolChoice: z.enum(['auto', 'required']).optional(),
  /** Characters after which a tool's answer is cut for a model; null if no model receives answers. */
  answerCut: count.nullable(),
  webSha256: sha256.nullable(),
  judge: z.int(),
  /**
   * An unofficial run, never ranked: an unlisted host or another model answered, or flags set the price of a listed
   * model.
   */
  rehearsal: z.boolean(),
  /** Not all tasks of the suite were played. The run appears in the history and never on the leaderboard. */
  partial: z.literal(true).optional(),
  /** The run is one of several that are not merged yet; never on the leaderboard. */
  shard: Shard.optional(),
  keyVersion: z.int().min(1).max(2),
  comparabilityKey: sha256,
});
export type RunConfig = z.infer<typeof RunConfig>;

export const Environment = record({
  harness: z.string(),
  node: z.string(),
  os: z.string(),
  arch: z.string(),
  cpu: z.string(),
  cpuCount: count,
  memoryBytes: count,
  browser: record({ name: z.string(), version: z.string(), headless: z.boolean() }),
  ci: z.boolean(),
  gitDirty: z.boolean(),
  /** Another program used the processor before the run, so its times are not ranked. Absent if not measured. */
  contended: z.boolean().optional(),
});
export type Environment = z.infer<typeof Environment>;

/** The time of one small fixed piece of work before and during a run; the median of all pieces, in milliseconds. */
export const Noise = record({
  before: ms,
  /** One piece every five seconds; null if the run ended before the first. */
  during: ms.nullable(),
  /** Other runs of this tool on the same machine at the same time. */
  overlaps: count,
});
export type Noise = z.infer<typeof Noise>;

/** The requests to a model before the first episode, which test its API. Their cost is in no total of the episodes. */
export const WarmUp = record({
  requests: count,
  /** Null if the API reported no usage. */
  tokens: Tokens.nullable(),
  usd: z.number().nonnegative().nullable(),
  costIsLowerBound: z.literal(true).optional(),
});
export type WarmUp = z.infer<typeof WarmUp>;

/** A task of the suite that a run leaves out: the server cannot do it, it has no recording, or it was not selected. */
export const NotRun = record({ taskId: z.string(), why: z.enum(['cannot', 'no_recording', 'not_asked']) });
export type NotRun = z.infer<typeof NotRun>;

/** One run of the harness over one suite. */
export const Run = record({
  // Names a file and a folder, so it must not be `.` or `..`.
  runId: z.string().regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]+$/),
  suite: z.string(),
  complete: z.boolean(),
  startedAt: z.iso.datetime(),
  durationMs: ms,
  /** The command line, secrets redacted; for a merged run, that of the first shard. Absent if not recorded. */
  commandLine: z.string().max(2000).optional(),
  config: RunConfig,
  environment: Environment,
  /** The maximum of each value if the run was played in parts. Absent if not measured. */
  noise: Noise.optional(),
  /** Digest of the manifest of artefacts under `--out`; null until the run has ended. */
  artifactsSha256: sha256.nullable(),
  /** Digest of the lines in `results/episodes/<run>.jsonl.gz`; absent if none were kept. */
  eventsSha256: sha256.optional(),
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
  /** Absent without a model that is paid by the request, in older runs, and for all suites of a command but the first. */
  warmUp: WarmUp.optional(),
  /** Tasks of the suite that are not part of this run; absent if not recorded. */
  notRun: z.array(NotRun).optional(),
  episodes: z.array(Result),
  totals: Totals,
});
export type Run = z.infer<typeof Run>;

export const ResultsFile = record({
  schema: z.literal('contract-bench.results.v2'),
  sha: z.string().regex(/^[0-9a-f]{7,64}$/),
  commit: record({
    /** With its time zone, as printed by `git show -s --format=%cI`; null if the commit is not in the checkout. */
    date: z.iso.datetime({ offset: true }).nullable(),
    parents: z.array(z.string()),
    subject: z.string().optional(),
  }),
  runs: z.array(Run),
});
export type ResultsFile = z.infer<typeof ResultsFile>;
