import { randomUUID } from 'node:crypto';
import { Sweeper } from '../../platform/process/mark.ts';
import { watch } from '../../platform/process/watchdog.ts';
import type { SkillResult, SkillRun } from '../../results/records/skill-run.ts';
import { sumOfUsage } from './aggregate.ts';
import { conditionsOf, workspacesOf } from './conditions.ts';
import type { EpisodeTask } from './episode-tasks.ts';
import { type PlannedAttempt, recordOf, rowOf } from './record.ts';
import type { LoadedConfig, SuiteSetup } from './skill-config.ts';
import {
  type Attempt,
  attemptVariable,
  type Outcome,
  verifyByCommand,
  verifyByFunction,
} from './verifiers.ts';

export type SuiteProgress = { done: number; total: number; result: SkillResult };

export type SuiteOptions = SuiteSetup & {
  deterministic: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: SuiteProgress) => void;
  /** Gets the messages before a model is used. */
  log?: (line: string) => void;
};

/** Everything that a run needs, prepared before anything runs. Throws `UserError` with what is missing. */
async function prepareSuite(loaded: LoadedConfig, setup: SuiteSetup) {
  const conditions = await conditionsOf(loaded, setup.placebo ?? false);
  // Loads the player of episodes, which a suite of verifiers does not need.
  const player = loaded.config.tasks.some(({ episode }) => episode)
    ? await import('./episode-tasks.ts')
    : null;
  const episodes: Map<string, EpisodeTask> =
    (await player?.episodeTasks(loaded, conditions, setup)) ?? new Map();
  return { conditions, player, episodes, workspaces: await workspacesOf(loaded, conditions) };
}

/** Prepares a suite as `runSuite` does, but runs nothing; returns lines about what would run. Throws `UserError`. */
export async function checkSuite(loaded: LoadedConfig, setup: SuiteSetup) {
  const { conditions, episodes, workspaces } = await prepareSuite(loaded, setup);
  workspaces.close();
  const { describeSuite } = await import('./model-costs.ts');
  return describeSuite(loaded, conditions, episodes);
}

/**
 * Runs every task under every condition. The rows are ordered by condition, task and trial as in the config, whatever the
 * order of execution. If it is interrupted, or stopped by the budget or the API of a model, it returns the rows so far,
 * marked `incomplete`. Throws `SkillConfigError` before anything runs if a bundle, a task or a transcript is missing.
 */
export async function runSuite(loaded: LoadedConfig, options: SuiteOptions): Promise<SkillRun> {
  const { config } = loaded;
  const { deterministic, signal = new AbortController().signal } = options;
  const { retries, seed, trials, workers } = config.execution;
  const { conditions, player, episodes, workspaces } = await prepareSuite(loaded, options);
  const costs = player && (await import('./model-costs.ts'));
  costs?.refuseDeterministic(episodes, deterministic);
  await costs?.preflightSuite([loaded, conditions, episodes], options.log ?? (() => {}));
  const budget = player?.budgetOf(options);
  const planned = conditions.flatMap(({ condition, bundle }) =>
    config.tasks.flatMap((task) =>
      Array.from(
        { length: trials },
        (_, index): PlannedAttempt => ({ condition, bundle, task, trial: index + 1 }),
      ),
    ),
  );

  const runMark = `skills-${randomUUID()}`;
  const watched = watch({ mark: runMark });
  const sweeper = new Sweeper(attemptVariable, (attemptIds) => workspaces.take(attemptIds));
  const leaving: Promise<void>[] = [];
  const rows: (SkillResult | undefined)[] = planned.map(() => undefined);
  const asked: Outcome[] = [];
  let stopped: string | null = null;
  let done = 0;
  let next = 0;
  const work = async () => {
    const goesOn = () => !signal.aborted && stopped === null;
    for (let index = next++; index < planned.length && goesOn(); index = next++) {
      const plan = planned[index];
      if (!plan) return;
      const attempts = await tryTask(plan);
      if (signal.aborted || !attempts) return;
      const result = rowOf(plan, attempts, { deterministic, withTrial: trials > 1 });
      rows[index] = result;
      done += 1;
      options.onProgress?.({ done, total: planned.length, result });
    }
  };

  async function tryTask(plan: PlannedAttempt): Promise<Attempt[] | null> {
    const attempts: Attempt[] = [];
    while (attempts.length <= retries) {
      const attempt = await timed(() => tryOnce(plan, attempts.length + 1));
      if ('stopped' in attempt) stopped ??= attempt.stopped;
      else if (attempt.usage) asked.push(attempt);
      // A task with fewer attempts than the others gets no row.
      if (signal.aborted || 'stopped' in attempt) return null;
      attempts.push(attempt);
      if (attempt.passed) break;
    }
    return attempts;
  }

  async function tryOnce(plan: PlannedAttempt, attempt: number): Promise<Outcome | { stopped: string }> {
    const { task, condition, bundle, trial } = plan;
    const episode = episodes.get(task.id);
    if (episode && player && budget)
      return player.playAttempt(
        episode,
        { condition: condition.id, task: task.id, trial, attempt },
        { project: options.project, signal, budget },
      );
    const { verifier } = task;
    if (verifier?.function && verifier.type !== 'command') {
      const timeout = AbortSignal.timeout(task.timeout_ms);
      const late = new Promise<never>((_, reject) =>
        timeout.addEventListener('abort', () => reject(new Error('late')), { once: true }),
      );
      const asked = { function: verifier.function, args: verifier.args ?? {} };
      return Promise.race([verifyByFunction(asked, bundle.folder), late]).catch(() => ({
        passed: false,
        exitCode: null,
        category: 'timeout',
        message: `verifier timed out after ${task.timeout_ms}ms`,
      }));
    }
    const attemptId = `${runMark}-${condition.id}-${task.id}-${trial}-${attempt}`;
    const workspace = workspaces.give(attemptId, bundle.folder);
    try {
      const found = await verifyByCommand({
        command: verifier?.command ?? '',
        folder: workspace.folder,
        temporary: workspace.temporary,
        timeoutMs: task.timeout_ms,
        attemptId,
        runMark,
        variables: {
          TASK_ID: task.id,
          TASK_DOMAIN: task.domain,
          CONDITION_ID: condition.id,
          BUNDLE_PATH: workspace.bundle ?? '',
          TIMEOUT_MS: String(task.timeout_ms),
          SEED: String(seed),
          ATTEMPT: String(attempt),
          DETERMINISTIC: deterministic ? '1' : '0',
        },
        signal,
      });
      // The values stay texts, so the result is still an attempt.
      return Object.fromEntries(
        Object.entries(found).map(([key, value]) => [
          key,
          typeof value === 'string' && key !== 'category' ? workspace.neutral(value) : value,
        ]),
      ) as typeof found;
    } finally {
      leaving.push(sweeper.end(attemptId));
    }
  }

  try {
    await Promise.all(Array.from({ length: workers }, work));
  } finally {
    await Promise.all(leaving);
    workspaces.close();
    watched.release();
  }
  return recordOf(loaded, {
    conditions,
    episodes,
    deterministic,
    rows: rows.filter((row) => row !== undefined),
    model:
      costs?.modelOf(
        episodes,
        asked.map(({ answered = null }) => answered),
      ) ?? null,
    usage: sumOfUsage(asked.flatMap(({ usage }) => usage ?? [])),
    stopped,
    signal,
  });
}

async function timed<T extends object>(
  work: () => Promise<T>,
): Promise<(T | Outcome) & { durationMs: number }> {
  const from = performance.now();
  const found = await work().catch((error: unknown) => ({
    passed: false,
    exitCode: null,
    category: 'execution_error',
    message: error instanceof Error ? error.message : String(error),
  }));
  return { ...found, durationMs: performance.now() - from };
}
