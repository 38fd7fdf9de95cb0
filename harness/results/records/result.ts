import * as z from 'zod';
import { Outcome } from '../../judge/outcome.ts';
import { Drift } from '../../task/transcripts/transcript.ts';
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

/** The judged episode. Durations in milliseconds; what was not measured is null, never 0. */
export const Result = record({
  taskId: z.string(),
  /** The template that the task was made from; the task's own id where it was made from none. */
  templateId: z.string(),
  taskSha256: sha256,
  trial: z.int().positive(),
  status: z.enum(statusNames),
  success: z.boolean(),
  /** Acts of the agent: its calls, or what it did to the browser where it drives it itself. */
  steps: count,
  /** Looks of an agent that drives the browser itself, beside its steps; absent where none were counted. */
  looks: count.optional(),
  durationMs: ms,
  phases: record({ start: ms, reset: ms, adapter: ms, tool: ms, judge: ms, stop: ms }),
  toolCalls: count,
  serverErrors: count,
  responseBytes: count,
  /** Of the answer to the call that opened the start page, and the steps, from 1, that were answered with an error; absent in older rows. */
  answers: record({ openingBytes: count, errorSteps: z.array(z.int().positive()) }).optional(),
  tokens: Tokens.nullable(),
  usd: z.number().nonnegative().nullable(),
  /** Whether the agent said that it had succeeded; null where nobody reported, and then it is in no rate. */
  selfReport: z.boolean().nullable(),
  answer: z.string().nullable(),
  /** The model's or agent's own word for why it stopped. */
  stopReason: z.string().nullable(),
  /** An agent that drives the browser itself connected to it: it has acted, whatever the steps show. */
  connected: z.literal(true).optional(),
  /** How the process of a foreign agent ended, of an episode that did not pass and an end that was not well. */
  agentEnd: z.string().optional(),
  /** Requests to a model whose tokens were counted. */
  requests: count.nullable(),
  /** What a foreign agent says it used, beside what was counted. */
  claimedTokens: Tokens.nullable(),
  /** Time in which others made the agent wait; in no duration. */
  pausedMs: ms,
  /** Attempts before this one that were lost to us before the agent's first call, so that the episode was played again. */
  retries: count,
  /** Requests were cut off, by the time or a gateway, that the vendor may charge and whose cost nobody said. */
  costIsLowerBound: z.literal(true).optional(),
  /** Why the cost of requests that were answered is not known. */
  costUnknown: z.string().optional(),
  /** By how much an answer longer than expected passed the cap on money; absent where none did. */
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
  /** By observations that wait for nothing: on a busy machine it can be one later. */
  firstHeldAtStep: count.nullable(),
  finalUrl: z.string().nullable(),
  failedPostcondition: z
    .strictObject({ name: z.string(), wanted: z.string(), observed: z.string() })
    .optional(),
  verdict: record({ outcome: Outcome, clauses: z.array(ResultClause) }).nullable(),
  factsSha256: sha256.nullable(),
  /** Of the whole trajectory that all of this was made from; null where none was kept. */
  trajectorySha256: sha256.nullable(),
  drift: Drift.optional(),
  /** Of an episode that did not pass: the last error that the server answered, of how many answers. */
  lastServerError: record({ tool: z.string(), said: z.string(), answers: count }).optional(),
  /** Of an episode that did not pass: the first request that nothing answered. */
  missedRequest: z.string().optional(),
  /** What went wrong on our side, in words (`tool_error`, `start_page_failed`, `adapter_error`, `inconclusive`). */
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

/** Which episodes of a run one machine plays; `merge` makes one run of all shards. */
export const Shard = record({
  /** From 1. */
  index: z.int().positive(),
  count: z.int().positive(),
  /** Episodes of the whole run. */
  episodes: count,
  /** Episodes of the run before the first of this run: they are dealt over all its runs. */
  before: count,
  /** Whether the merged run is one for `results/`. */
  save: z.boolean(),
});
export type Shard = z.infer<typeof Shard>;

export const RunConfig = record({
  /** Stored and in the key; never inferred. */
  kind: RunKind,
  adapter: z.string(),
  agent: Agent,
  model: ModelRecord.nullable(),
  /** Null where it is not known, and then costs are null too, never 0. */
  price: PriceRecord.nullable(),
  server: record({
    id: z.string(),
    package: z.string().nullable(),
    version: z.string(),
    toolsSha256: sha256.nullable(),
    /** Whether it ran in namespaces of its own; null where nobody looked. */
    confined: z.boolean().nullable(),
    /** What it lists as its tools, as JSON: what an agent pays before its first call. Tokens are null without a tokenizer; absent in older rows. */
    toolList: z.strictObject({ tools: count, bytes: count, tokens: count.nullable() }).optional(),
  }),
  /** Of the recordings that were replayed; null where none were. */
  transcriptsSha256: sha256.nullable(),
  /** Whether all of them lay in the project's `transcripts/`, or others came first; absent where nobody kept it. */
  recordings: z.enum(['project', 'other']).optional(),
  web: z.enum(['hermetic', 'live']),
  /** The suite's; null for a user's own tasks. */
  edition: z.int().positive().nullable(),
  /** The seeds that were played; null where a suite has none. */
  worldSeeds: z.array(z.int()).nullable(),
  trials: z.int().positive(),
  workers: z.int().positive(),
  limits: Limits,
  tasksSha256: sha256,
  /** Over what each task gives an agent: goal, answer format, limits. */
  promptSha256: sha256.nullable(),
  /** Tools and addresses that run scripts in the page were refused; absent if they were allowed. */
  scripts: z.literal('refused').optional(),
  /** Whether each turn of a model had to be a call; absent if the API was not asked for it. */
  toolChoice: z.enum(['auto', 'required']).optional(),
  /** Characters after which a tool's answer is cut for a model; null where none is handed one. */
  answerCut: count.nullable(),
  webSha256: sha256.nullable(),
  judge: z.int(),
  /** Answered by a private endpoint, or priced by flags for a model of the table: ranked nowhere. */
  rehearsal: z.boolean(),
  /** Not all tasks of the suite were played: shown in the history, never a standing. */
  partial: z.literal(true).optional(),
  /** The run is one of several that are still to be merged: never a standing. */
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
  /** Something else had the processor before the run: its times are not ranked. Absent where nobody looked. */
  contended: z.boolean().optional(),
});
export type Environment = z.infer<typeof Environment>;

/** The same small piece of work, timed before a run and in it. In milliseconds, the median of all pieces. */
export const Noise = record({
  before: ms,
  /** One piece every five seconds; null where the run was over before the first. */
  during: ms.nullable(),
  /** Other runs of this tool that were played on the same machine meanwhile. */
  overlaps: count,
});
export type Noise = z.infer<typeof Noise>;

/** A task of the suite that a run leaves out: the server cannot do it, it has no recording, or nobody asked for it. */
export const NotRun = record({ taskId: z.string(), why: z.enum(['cannot', 'no_recording', 'not_asked']) });
export type NotRun = z.infer<typeof NotRun>;

/** One run of the harness over one suite. */
export const Run = record({
  // Of a file and of a folder, so neither `.` nor `..`.
  runId: z.string().regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]+$/),
  suite: z.string(),
  complete: z.boolean(),
  startedAt: z.iso.datetime(),
  durationMs: ms,
  /** What was typed, secrets redacted; of a run that was made of shards, that of the first. Absent where nobody kept it. */
  commandLine: z.string().max(2000).optional(),
  config: RunConfig,
  environment: Environment,
  /** Absent where nobody measured it. Of a run that was played in parts, the most of each. */
  noise: Noise.optional(),
  /** Digest of the manifest of artefacts under `--out`; null until the run has ended. */
  artifactsSha256: sha256.nullable(),
  /** Digest of the lines in `results/episodes/<run>.jsonl.gz`; absent where none were kept. */
  eventsSha256: sha256.optional(),
  /** Of a run that was played by workers of a queue. */
  queue: z
    .strictObject({
      /** Processes that delivered an episode. */
      workers: count,
      /** Episodes that were played once more after a fault of ours. */
      retries: count,
      /** Results that were dropped, for the episode had one: a worker had stalled and was given up too soon. */
      duplicatePlays: count,
    })
    .optional(),
  /** Tasks of the suite that are no episodes of this run; absent where nobody kept them. */
  notRun: z.array(NotRun).optional(),
  episodes: z.array(Result),
  totals: Totals,
});
export type Run = z.infer<typeof Run>;

export const ResultsFile = record({
  schema: z.literal('contract-bench.results.v2'),
  sha: z.string().regex(/^[0-9a-f]{7,64}$/),
  commit: record({
    /** With its zone, as `git show -s --format=%cI` says it; null where the commit is not in the checkout. */
    date: z.iso.datetime({ offset: true }).nullable(),
    parents: z.array(z.string()),
    subject: z.string().optional(),
  }),
  runs: z.array(Run),
});
export type ResultsFile = z.infer<typeof ResultsFile>;
