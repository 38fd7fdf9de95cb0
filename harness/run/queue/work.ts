import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, Queue, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Pace } from '../../agents/models/proxy/model-proxy.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { wantsProbe } from '../../platform/process/switches.ts';
import type { Project } from '../../platform/project.ts';
import type { Environment, RunConfig } from '../../results/records/result.ts';
import { statuses } from '../../results/records/statuses.ts';
import type { ServerChoice } from '../../servers/index.ts';
import { Artifacts } from '../artifacts.ts';
import { makePlan } from '../make-plan.ts';
import { type Plan, type PlannedEpisode, quietOptions } from '../plan.ts';
import { playPlannedEpisode } from '../play-planned-episode.ts';
import { probeProcessor } from '../probe-processor.ts';
import { reporterFor } from '../reporters/index.ts';
import { openRedis } from './open-redis.ts';
import { jobIdOf, PlanStore, packFiles, QueuedEpisode, queueName, type Ticket } from './plan-store.ts';
import { type Rate, sharedRate } from './shared-rate.ts';

/**
 * How long a silent worker keeps a job. A killed worker's job goes to another worker after this time and one or two
 * checks for stalled jobs.
 */
const lockMs = 15_000;
const stalledLookMs = 5000;
const maxStalls = 3;

/** How long the queue must be empty before a worker ends, so that a worker may start before `enqueue`. */
const drainedAfterMs = 10_000;

/** How long an ending worker may take to return its jobs. */
const farewellMs = 10_000;

export type WorkOptions = {
  project: Project;
  /** Resolves the id of a server in the queue on this machine. Throws `UserError`. */
  serverOf(id: string): ServerChoice;
  url: string;
  workers: number;
  rate: Rate | null;
  /** Ends after ten seconds without waiting or playing episodes. */
  drain: boolean;
};

type Circumstances = { env: NodeJS.ProcessEnv; signal: AbortSignal; log: (line: string) => void };

/** Plays the episodes of a queue until `signal` ends it. Throws `UserError` if it cannot play them. */
export async function work(options: WorkOptions, { env, signal, log }: Circumstances): Promise<void> {
  const redis = await openRedis(options.url, log);
  const contended = wantsProbe(env) ? (await probeProcessor()).contended : undefined;
  const pace = options.rate ? sharedRate(redis, 'model', options.rate) : undefined;
  const me = { id: randomUUID(), workers: options.workers };
  const plans = new Map<string, Promise<Plan | null>>();
  const ended = Promise.withResolvers<void>();

  const play = async (job: Job, token: string | undefined): Promise<void> => {
    const episode = QueuedEpisode.parse(job.data);
    const store = new PlanStore(redis, episode.planId);
    const jobId = jobIdOf(episode);
    // A killed worker had already delivered it, or no process waits any more.
    if ((await store.isKept(jobId)) || !(await store.isPosted())) return;
    const planning =
      plans.get(episode.planId) ?? planTicket(options.project, options.serverOf, store, env, pace);
    plans.set(episode.planId, planning);
    const plan = await planning.catch(async (error) => {
      ended.reject(error);
      return null;
    });
    const played = plan && (await playOne(plan, episode, job.attemptsMade, signal));
    if (!played) {
      await job.moveToWait(token);
      throw new WaitingError();
    }
    const { result } = played;
    log(`played:  ${jobId}: ${result.status}`);
    // After the agent's first call an episode is never repeated, because that would select the best of several attempts.
    const mayRetry = statuses[result.status].retried && result.steps === 0 && !result.connected;
    if (mayRetry && job.attemptsMade + 1 < (job.opts.attempts ?? 1)) {
      await store.count('retries');
      throw new Error(`${result.status}: ${result.error ?? 'no reason was given'}`);
    }
    const environment: Environment = {
      ...played.environment,
      ...(contended === undefined ? {} : { contended }),
    };
    await store.keep(jobId, { ...played, worker: me, environment });
  };

  const worker = new Worker(queueName, play, {
    connection: redis,
    concurrency: options.workers,
    lockDuration: lockMs,
    stalledInterval: stalledLookMs,
    maxStalledCount: maxStalls,
  });
  // `openRedis` logs lost connections; a lost lock is handled as stalling.
  worker.on('error', () => {});
  signal.addEventListener('abort', () => ended.resolve(), { once: true });
  if (options.drain) void untilEmpty(redis, signal).then(ended.resolve, ended.reject);
  log(`queue:   waiting for episodes, ${options.workers} in parallel`);
  try {
    await ended.promise;
  } finally {
    // If Redis is unavailable, closing would wait forever.
    await Promise.race([worker.close(), sleep(farewellMs)]);
    redis.disconnect();
  }
}

/** Null if it was interrupted. */
async function playOne(plan: Plan, episode: QueuedEpisode, retries: number, signal: AbortSignal) {
  const { runId, suite, taskId, trial } = episode;
  const planned = plan.runs.find(({ run }) => run.suite === suite);
  const scheduled: PlannedEpisode | undefined = planned?.scheduled.find(
    ({ file, trial: each }) => file.task.id === taskId && each === trial,
  );
  if (!planned || !scheduled) throw new UserError(`work: ${jobIdOf(episode)} is not an episode of its run`);
  const out = mkdtempSync(path.join(tmpdir(), 'contract-bench-work-'));
  try {
    const run = { ...structuredClone(planned.run), runId };
    const here: Plan = { ...plan, options: { ...plan.options, out } };
    const artifacts = new Artifacts(out, { alsoOneEventsFile: false, append: false });
    const reporter = reporterFor('none', here);
    const result = await playPlannedEpisode(
      { ...scheduled, retries },
      { plan: here, run, artifacts, reporter, signal },
    );
    if (!result) return null;
    const { server, model } = run.config;
    const answered = model?.answered ?? null;
    return { result, environment: run.environment, server, answered, files: packFiles(out) };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

async function untilEmpty(redis: Redis, signal: AbortSignal): Promise<void> {
  const queue = new Queue(queueName, { connection: redis });
  queue.on('error', () => {});
  try {
    let emptyMs = 0;
    while (emptyMs < drainedAfterMs) {
      const left = await queue.getJobCountByTypes('waiting', 'active', 'delayed');
      emptyMs = left === 0 ? emptyMs + 1000 : 0;
      await sleep(1000, null, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await queue.close().catch(() => {});
  }
}

/**
 * The plan of a ticket in this checkout; `serverOf` resolves the server's id. Throws `UserError` if it differs from the
 * ticket, because its results would not belong to that run. Null if no process waits for it any more.
 */
async function planTicket(
  project: Project,
  serverOf: (id: string) => ServerChoice,
  store: PlanStore,
  env: NodeJS.ProcessEnv,
  pace: Pace | undefined,
): Promise<Plan | null> {
  const ticket = await store.ticket();
  if (!ticket) return null;
  const { options, sha } = ticket;
  const skill = options.skill === null ? null : { text: options.skill };
  const plan = await makePlan(
    { ...quietOptions(project), ...options, ...serverOf(options.server), skill, sha },
    env,
    pace,
  );
  const faults = differences(ticket, plan);
  if (faults.length > 0) throw new UserError(faults.map((fault) => `work: ${fault}`).join('\n'));
  return plan;
}

function differences(ticket: Ticket, { chromium, runs }: Plan): string[] {
  const versions: [string, string, string][] = [
    ['harness', packageJson.version, ticket.harness],
    ['browser', `${chromium.name} ${chromium.version}`, ticket.browser],
  ];
  const ofRuns = Object.entries(ticket.configs).flatMap(([suite, config]): [string, string, string][] => {
    const found = runs.find(({ run }) => run.suite === suite)?.run.config;
    if (!found) return [['suite', 'none', suite]];
    const wanted = identityOf(config);
    return Object.entries(identityOf(found)).map(([name, value]) => [
      `${name} of ${suite}`,
      value,
      wanted[name] ?? 'none',
    ]);
  });
  return [...versions, ...ofRuns]
    .filter(([, found, wanted]) => found !== wanted)
    .map(([name, found, wanted]) => `${name}: got ${found}; expected ${wanted}, as in the queue`);
}

function identityOf(config: RunConfig): Record<string, string> {
  const { server, adapter, model, comparabilityKey } = config;
  return {
    server: `${server.id} ${server.version}`,
    adapter,
    model: model?.asked ?? 'none',
    endpoint: model?.endpoint ?? 'none',
    'comparability key': comparabilityKey,
  };
}
