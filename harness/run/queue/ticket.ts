import * as z from 'zod';
import { Environment, Result, RunConfig } from '../../results/records/result.ts';

/** All runs share one queue: whoever works plays what is next. */
export const queueName = 'contract-bench';

/** What a job says: which episode of which run. */
export const QueuedEpisode = z.strictObject({
  planId: z.string(),
  runId: z.string(),
  suite: z.string(),
  taskId: z.string(),
  trial: z.int().positive(),
});
export type QueuedEpisode = z.infer<typeof QueuedEpisode>;

export function jobIdOf({ runId, taskId, trial }: Omit<QueuedEpisode, 'planId' | 'suite'>): string {
  return `${runId}_${taskId}_${trial}`;
}

const price = z.number().nullable();

/** What of a run's options a worker plays by. Nothing in it is executed, and no secret is in it. */
const QueuedOptions = z.strictObject({
  suites: z.array(z.string()),
  taskIds: z.array(z.string()),
  tasks: z.string().nullable(),
  server: z.string(),
  adapter: z.string(),
  script: z.string().nullable(),
  skill: z.string().nullable(),
  model: z.strictObject({
    name: z.string().nullable(),
    maxUsd: z.number().nullable(),
    maxTokens: z.number().nullable(),
    effort: z.string().nullable(),
    price: z.strictObject({ input: price, output: price, cacheWrite: price, cacheRead: price }),
  }),
  web: z.string(),
  transcripts: z.string().nullable(),
  webRoot: z.string().nullable(),
  trials: z.int().positive(),
  maxSteps: z.number().nullable(),
  allowMissing: z.boolean(),
});
export type QueuedOptions = z.infer<typeof QueuedOptions>;

/** What whoever enqueues leaves for the workers: what to play, and what must be the same on their side. */
export const Ticket = z.strictObject({
  options: QueuedOptions,
  /** The commit of the thing under test. */
  sha: z.string().nullable(),
  harness: z.string(),
  browser: z.string(),
  /** By suite. */
  configs: z.record(z.string(), RunConfig),
});
export type Ticket = z.infer<typeof Ticket>;

/** An episode as a worker hands it in. */
export const Delivery = z.strictObject({
  worker: z.strictObject({ id: z.string(), workers: z.int().positive() }),
  environment: Environment,
  server: RunConfig.shape.server,
  result: Result,
  /** What it left below `--out`, in Base64 by path. */
  files: z.record(z.string(), z.base64()),
});
export type Delivery = z.infer<typeof Delivery>;
