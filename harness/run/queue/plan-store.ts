import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Redis } from 'ioredis';
import * as z from 'zod';
import { UserError } from '../../platform/errors/user-error.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { appendTo, writeTo } from '../../platform/files/write-file.ts';
import { Environment, Result, RunConfig } from '../../results/records/result.ts';

/** Replaces a fetched result: the entry remains, but takes no space. */
const fetched = 'fetched';

type Counter = 'retries' | 'duplicatePlays';

/** The data of one plan in the Redis of a queue, beside its jobs: the ticket, the results by job id, the counts. */
export class PlanStore {
  private readonly redis: Redis;
  private readonly ticketKey: string;
  private readonly resultsKey: string;
  private readonly countsKey: string;

  constructor(redis: Redis, planId: string) {
    this.redis = redis;
    const key = (what: string) => `contract-bench:${planId}:${what}`;
    this.ticketKey = key('ticket');
    this.resultsKey = key('results');
    this.countsKey = key('counts');
  }

  async post(ticket: Ticket): Promise<void> {
    await this.redis.set(this.ticketKey, JSON.stringify(ticket));
  }

  async isPosted(): Promise<boolean> {
    return (await this.redis.exists(this.ticketKey)) === 1;
  }

  /** Null if no process waits for the run any more. */
  async ticket(): Promise<Ticket | null> {
    const text = await this.redis.get(this.ticketKey);
    return text === null ? null : Ticket.parse(JSON.parse(text));
  }

  /**
   * Stores the first result of an episode. Later results are only counted. If no process waits any more, nothing is
   * stored.
   */
  async keep(jobId: string, played: Delivery): Promise<void> {
    if (!(await this.isPosted())) return;
    const isFirst = (await this.redis.hsetnx(this.resultsKey, jobId, JSON.stringify(played))) === 1;
    if (!isFirst) await this.count('duplicatePlays');
  }

  async isKept(jobId: string): Promise<boolean> {
    return (await this.redis.hexists(this.resultsKey, jobId)) === 1;
  }

  async kept(): Promise<string[]> {
    return this.redis.hkeys(this.resultsKey);
  }

  /** Null if it is missing, or was fetched before. */
  async fetch(jobId: string): Promise<Delivery | null> {
    const text = await this.redis.hget(this.resultsKey, jobId);
    return text === null || text === fetched ? null : Delivery.parse(JSON.parse(text));
  }

  /** Called when the fetched result is on disk. */
  async release(jobId: string): Promise<void> {
    await this.redis.hset(this.resultsKey, jobId, fetched);
  }

  async count(what: Counter): Promise<void> {
    await this.redis.hincrby(this.countsKey, what, 1);
  }

  async counted(): Promise<Record<Counter, number>> {
    const { retries = '0', duplicatePlays = '0' } = await this.redis.hgetall(this.countsKey);
    return { retries: Number(retries), duplicatePlays: Number(duplicatePlays) };
  }

  async remove(): Promise<void> {
    await this.redis.del(this.ticketKey, this.resultsKey, this.countsKey);
  }
}

/** All runs share one queue, and each worker plays the next episode. */
export const queueName = 'contract-bench';

/** The content of a job: an episode of a run. */
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

/** The run options that a worker uses. They contain no secret, and nothing in them is executed. */
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
    context: z.number().nullable().default(null),
    effort: z.string().nullable(),
    sampling: z.strictObject({ temperature: z.number().nullable(), seed: z.int().nullable() }).optional(),
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

/** The data that `enqueue` stores for the workers: what to play, and what must be equal on their side. */
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

/** A worker's result of an episode. */
export const Delivery = z.strictObject({
  worker: z.strictObject({ id: z.string(), workers: z.int().positive() }),
  environment: Environment,
  server: RunConfig.shape.server,
  /** The models that answered; null without one. */
  answered: z.string().nullable(),
  result: Result,
  /** Its files below `--out`, in Base64 by path. */
  files: z.record(z.string(), z.base64()),
});
export type Delivery = z.infer<typeof Delivery>;

/** The allowed paths of an episode's files below `--out`; they come from another machine. */
const allowed =
  /^((facts|trajectories)\.jsonl|events\/[\w.-]+\.jsonl|reports\/[\w.-]+\.json|screenshots\/[\w.-]+\/page\.(png|txt)|transcripts\/[\w.-]+\/[\w.-]+\.jsonl?|answers\/[\w.-]+\/[\w.-]+\.txt|pictures\/[0-9a-f]{64}\.webp|[\w.-]+\.review\.md)$/;

/** All files below a folder, in Base64 by path. */
export function packFiles(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    entries.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file, 'base64')];
    }),
  );
}

/** Writes the files below a folder; lines of files that several episodes share are appended. Throws `UserError`. */
export function unpackFiles(folder: string, files: Readonly<Record<string, string>>): void {
  const stray = Object.keys(files).find((name) => !allowed.test(name) || name.split('/').includes('..'));
  if (stray !== undefined)
    throw new UserError(`queue: got a file "${stray}" from a worker; expected only artefacts of episodes`);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    makeFolder(path.dirname(file));
    const bytes = Buffer.from(content, 'base64');
    if (/^(facts|trajectories|events\/.*)\.jsonl$/.test(name)) appendTo(file, bytes);
    else writeTo(file, bytes);
  }
}
