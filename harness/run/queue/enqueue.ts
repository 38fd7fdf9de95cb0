import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import packageJson from '../../../package.json' with { type: 'json' };
import { UserError } from '../../platform/errors/user-error.ts';
import { flagName } from '../../platform/flags.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { count } from '../../platform/words/format.ts';
import { makePlan } from '../make-plan.ts';
import type { Plan } from '../plan.ts';
import { type PlanOptions, runFlagList } from '../plan-options.ts';
import { playPlan } from '../play-plan.ts';
import type { RunsEnd } from '../reporters/reporter.ts';
import { typedFor } from '../reporters/same-command.ts';
import { collectEpisodes, type Waiting } from './collect-episodes.ts';
import { openRedis } from './open-redis.ts';
import {
  jobIdOf,
  PlanStore,
  type QueuedEpisode,
  type QueuedOptions,
  queueName,
  type Ticket,
} from './plan-store.ts';

/** Attempts in case of infrastructure errors. An episode in which the agent acted is never repeated. */
const attempts = 3;

/**
 * Puts every episode of a plan into a queue, waits for the workers, and makes the same runs from their results that
 * this process would have made. Throws `UserError`.
 */
export async function enqueue(
  options: PlanOptions,
  circumstances: {
    url: string;
    /** The folder that relative paths of the options refer to; a worker has another one. */
    folder: string;
    env: NodeJS.ProcessEnv;
    signal: AbortSignal;
    commandLine: string;
    log: (line: string) => void;
  },
): Promise<RunsEnd> {
  const { url, folder, env, signal, commandLine, log } = circumstances;
  refuseLocal(options);
  // Only the workers need the model's key, because this process plays nothing.
  const planned = await makePlan({ ...options, dryRun: true, probe: false }, env);
  const plan: Plan = { ...planned, options: { ...planned.options, dryRun: false } };
  const redis = await openRedis(url, log);
  const queue = new Queue<QueuedEpisode>(queueName, { connection: redis });
  queue.on('error', () => {}); // `openRedis` logs it.
  const planId = planIdOf(plan);
  const store = new PlanStore(redis, planId);
  const waiting = new Map(
    plan.runs.flatMap(({ run, scheduled }) =>
      scheduled.map((each) => {
        const { runId, suite } = run;
        const episode = { planId, runId, suite, taskId: each.file.task.id, trial: each.trial };
        return [jobIdOf(episode), { episode, scheduled: each }] as const;
      }),
    ),
  );
  // After Ctrl-C while Redis is unavailable, pending commands must end too.
  signal.addEventListener('abort', () => void setTimeout(() => redis.disconnect(), farewellMs).unref(), {
    once: true,
  });
  const post = async () => {
    await store.post(ticketOf(plan, folder));
    await addJobs(queue, waiting);
  };
  try {
    await post();
    log(
      `queue:   ${count(waiting.size, 'episode')}. To play them, type on any number of machines: ${typedAs} work`,
    );
    const playEpisodes = collectEpisodes({ store, queue, waiting, post, log });
    return await playPlan(plan, { signal, commandLine, playEpisodes });
  } finally {
    const cleared = clear(queue, store, [...waiting.keys()]).then(() => queue.close());
    // If Redis is unavailable, clearing would wait forever.
    await Promise.race([cleared.catch(() => {}), sleep(farewellMs)]);
    redis.disconnect();
  }
}

const farewellMs = 5000;

async function addJobs(queue: Queue<QueuedEpisode>, waiting: Waiting): Promise<void> {
  for (const jobId of waiting.keys()) {
    const left = await queue.getJob(jobId);
    // A failed job of an interrupted run; its id would be rejected.
    if (left && (await left.isFailed())) await left.remove();
  }
  await queue.addBulk(
    [...waiting].map(([jobId, { episode }]) => ({
      name: episode.taskId,
      data: episode,
      opts: {
        jobId,
        attempts,
        backoff: { type: 'exponential', delay: 1000 },
        removeOnComplete: true,
        removeOnFail: false,
      },
    })),
  );
}

/** Removes the rest of an ended or interrupted run. Results of episodes that still play are dropped. */
async function clear(queue: Queue, store: PlanStore, jobIds: readonly string[]): Promise<void> {
  for (const jobId of jobIds) await queue.remove(jobId);
  await store.remove();
}

function planIdOf({ runs }: Plan): string {
  const run = runs[0]?.run;
  return run ? run.runId.slice(0, -(run.suite.length + 1)) : '';
}

function refuseLocal(options: PlanOptions): void {
  const refused = runFlagList.flatMap(([name, flag]) => {
    const value = flag.notQueued === undefined ? null : typedFor(options, [name, flag]);
    return value === null || value === false ? [] : [`${flagName(name)}: ${flag.notQueued}`];
  });
  // Also if a configuration sets the agent.
  if (options.agent !== null)
    refused.push('--agent: workers play no third-party agents; use the command run');
  if (refused.length > 0) throw new UserError(refused.map((why) => `enqueue: ${why}`).join('\n'));
}

function ticketOf({ options, skill, checkout, chromium, runs }: Plan, folder: string): Ticket {
  const resolved = (file: string | null) => (file === null ? null : path.resolve(folder, file));
  const queued: QueuedOptions = {
    suites: options.suites,
    taskIds: options.taskIds,
    tasks: resolved(options.tasks),
    server: options.server,
    adapter: options.adapter,
    script: resolved(options.script),
    skill,
    model: options.model,
    web: options.web.startsWith('har:') ? `har:${path.resolve(folder, options.web.slice(4))}` : options.web,
    transcripts: resolved(options.transcripts),
    webRoot: resolved(options.webRoot),
    trials: options.trials,
    maxSteps: options.maxSteps,
    allowMissing: options.allowMissing,
  };
  return {
    options: queued,
    sha: checkout.sha,
    harness: packageJson.version,
    browser: `${chromium.name} ${chromium.version}`,
    configs: Object.fromEntries(runs.map(({ run }) => [run.suite, run.config])),
  };
}
