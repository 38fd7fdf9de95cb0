import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { UserError } from '../../platform/errors/user-error.ts';
import { withAnswer } from '../../results/records/answered-model.ts';
import { joinedEnvironment } from '../../results/records/merge-shards.ts';
import type { Environment, Result } from '../../results/records/result.ts';
import { leastConfined } from '../../results/records/run-facts.ts';
import { scoreEpisode } from '../../results/score/score-episode.ts';
import { emptyTrajectory } from '../../results/score/trajectory.ts';
import { matchInTime } from '../../task/match-in-time.ts';
import { redactorFor } from '../../task/transcripts/redact.ts';
import { artifactPaths, strayArtifacts } from '../artifacts.ts';
import type { PlannedEpisode } from '../plan.ts';
import type { EpisodePlayer } from '../play-plan.ts';
import { type Delivery, type PlanStore, type QueuedEpisode, unpackFiles } from './plan-store.ts';

const lookMs = 250;
const maxFarewellMs = 2000;

/** Episodes without a result, by job id. */
export type Waiting = Map<string, { episode: QueuedEpisode; scheduled: PlannedEpisode }>;

type Collector = {
  store: PlanStore;
  queue: Queue<QueuedEpisode>;
  /** Episodes without a result over all runs of the plan; shrinks. */
  waiting: Waiting;
  /** Puts all waiting episodes into the queue; called again if Redis lost them. */
  post(): Promise<void>;
  log(line: string): void;
};

/** Plays nothing itself: collects the results of the workers until each episode of the run has a row. */
export function collectEpisodes({ store, queue, waiting, post, log }: Collector): EpisodePlayer {
  return async ({ plan, planned, signal, add }) => {
    const { run } = planned;
    const environments: Environment[] = [];
    const workers = new Map<string, number>();
    const isOurs = (jobId: string) => waiting.get(jobId)?.episode.runId === run.runId;

    const take = async (
      jobId: string,
      { worker, environment, server, answered, result, files }: Delivery,
    ) => {
      const [stray] = strayArtifacts(result);
      if (stray !== undefined)
        throw new UserError(`queue: ${jobId}: artefact "${stray}" is outside the artefact folders`);
      unpackFiles(plan.options.out, files);
      workers.set(worker.id, worker.workers);
      environments.push(environment);
      if (server.toolsSha256 !== null)
        run.config.server = { ...server, confined: leastConfined([run.config.server, server]) };
      Object.assign(run.config, withAnswer(run.config, answered));
      await record(jobId, result);
      await store.release(jobId);
    };
    const record = async (jobId: string, result: Result) => {
      waiting.delete(jobId);
      run.config.workers = Math.max(
        1,
        [...workers.values()].reduce((sum, each) => sum + each, 0),
      );
      if (environments.length > 0) run.environment = joinedEnvironment(environments);
      run.queue = { workers: workers.size, ...(await store.counted()) };
      await add(result);
    };

    const look = async () => {
      if (!(await store.isPosted())) {
        log(`queue:   Redis has lost its data; the ${waiting.size} missing episodes are enqueued again`);
        await post();
      }
      for (const jobId of (await store.kept()).filter(isOurs)) {
        const played = await store.fetch(jobId);
        if (played) await take(jobId, played);
      }
      for (const job of await queue.getFailed()) {
        const episode = waiting.get(job.id ?? '');
        if (!job.id || !episode || !isOurs(job.id) || (await store.isKept(job.id))) continue;
        const scheduled = { ...episode.scheduled, retries: Math.max(0, job.attemptsMade - 1) };
        await record(job.id, givenUp(run.runId, scheduled, job.failedReason));
        await job.remove();
      }
    };
    // While Redis is unavailable, a check would never end.
    const impatience = interruptedFor(signal, maxFarewellMs);
    while ([...waiting.keys()].some(isOurs) && !signal.aborted) {
      await Promise.race([look(), impatience]);
      await sleep(lookMs, null, { signal }).catch(() => {});
    }
    if (run.queue && !signal.aborted) run.queue = { ...run.queue, ...(await store.counted()) };
  };
}

/** Resolves `ms` milliseconds after the interruption. */
async function interruptedFor(signal: AbortSignal, ms: number): Promise<void> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await sleep(ms);
}

/** The row of an episode that no worker finished. */
export function givenUp(
  runId: string,
  { file: { task }, trial, retries = 0 }: PlannedEpisode,
  why: string,
): Result {
  const artifacts = artifactPaths(runId, task.id, trial);
  const trajectory = emptyTrajectory({
    stop: 'tool_error',
    error: `the queue stopped retrying the episode: ${why}`,
  });
  const means = { match: matchInTime, redact: redactorFor({}) };
  return scoreEpisode({ task, trial, shortestCalls: null, artifacts, retries }, trajectory, means).result;
}
