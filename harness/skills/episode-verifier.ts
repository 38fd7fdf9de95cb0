import { existsSync } from 'node:fs';
import path from 'node:path';
import { findAdapter } from '../adapters/index.ts';
import { UserError } from '../errors/user-error.ts';
import type { Project } from '../project/project.ts';
import type { Result } from '../result/result.ts';
import { whyNotPassed } from '../result/why-not-passed.ts';
import { makePlan } from '../run/make-plan.ts';
import { type PlanOptions, quietOptions } from '../run/plan.ts';
import { playPlan } from '../run/play-plan.ts';
import { findServer } from '../servers/index.ts';
import { checkPattern } from '../task/check-pattern.ts';
import { readSuites } from '../task/read-suites.ts';
import { noPatternCheck, readTasks, type TaskFile, withoutMistakes } from '../task/read-tasks.ts';
import { findTranscript } from '../transcript/find-transcript.ts';
import type { Attempt } from './attempt.ts';
import type { Bundle } from './bundle.ts';
import { leaksOf } from './leaks.ts';
import { type ConfigMistake, type LoadedConfig, SkillConfigError } from './load-config.ts';
import type { SkillCondition, SkillTask } from './skill-config.ts';

/** A task of the browser suites that a suite plays under its conditions. */
export type EpisodeTask = {
  /** A user's own file; null for one of the suites. */
  file: string | null;
  task: TaskFile['task'];
  adapter: string;
  server: string;
  folder: string;
  /** What bundles tell of the contract, where that was allowed. */
  leaks: string[];
};

/**
 * Looks up the episode tasks of a suite, by the ids of its tasks. Throws `SkillConfigError` where one is unknown, where
 * a transcript is missing, and where a bundle tells what a contract looks for, unless that is allowed.
 */
export async function episodeTasks(
  project: Project,
  loaded: LoadedConfig,
  conditions: readonly { condition: SkillCondition; bundle: Bundle }[],
  allowLeak: boolean,
): Promise<Map<string, EpisodeTask>> {
  const { config, folder, file, placeOf } = loaded;
  const found = new Map<string, EpisodeTask>();
  const mistakes: ConfigMistake[] = [];
  for (const [index, { id, episode }] of config.tasks.entries()) {
    if (!episode) continue;
    const at = (key: string, message: string) =>
      mistakes.push({
        ...placeOf(['tasks', index, 'episode', key]),
        field: `tasks[${index}].episode.${key}`,
        message,
      });
    const own = /\.(md|json)$/.test(episode.task) ? path.resolve(folder, episode.task) : null;
    try {
      findServer(episode.server);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      at('server', error.message);
    }
    let isReplay = false;
    try {
      isReplay = findAdapter(episode.adapter).kind === 'replay';
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      at('adapter', error.message);
    }
    const task = await findTask(project, own, episode.task).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      at('task', error.message);
    });
    if (!task) continue;
    const leaks = await Promise.all(
      conditions.map(({ condition, bundle }) => leaksOf(condition.id, bundle, task, folder)),
    );
    found.set(id, {
      file: own,
      task,
      adapter: episode.adapter,
      server: episode.server,
      folder,
      leaks: leaks.flat(),
    });
    if (!allowLeak) for (const leak of leaks.flat()) at('task', `skill_leak: ${leak}`);
    if (!isReplay) continue;
    for (const { condition } of conditions) {
      const transcripts = transcriptsOf(folder, condition.id);
      if (!(await findTranscript([transcripts], episode.server, task.id)))
        at('adapter', `no transcript ${path.relative(folder, transcripts)}/${task.id}.jsonl`);
    }
  }
  if (mistakes.length > 0) throw new SkillConfigError('BENCH_CONFIG_INVALID', file, mistakes);
  return found;
}

function transcriptsOf(folder: string, condition: string): string {
  return path.join(folder, 'transcripts', condition);
}

async function findTask(project: Project, own: string | null, id: string): Promise<TaskFile['task']> {
  const files = withoutMistakes(
    own ? await readTasks(own, 'custom', checkPattern) : await readSuites(project.tasks, noPatternCheck),
  );
  const found = own ? files[0] : files.find(({ task }) => task.id === id);
  if (!found)
    throw new UserError(`unknown task "${id}"; there is ${files.map(({ task }) => task.id).join(', ')}`);
  return found.task;
}

/** Plays the task once with the condition's text given to the agent; its artefacts go below the project's `reports/skills/`. */
export async function verifyByEpisode(
  episode: EpisodeTask,
  {
    project,
    condition,
    bundle,
    task,
    trial,
    attempt,
    signal,
  }: {
    project: Project;
    condition: string;
    bundle: Bundle;
    task: SkillTask;
    trial: number;
    attempt: number;
    signal: AbortSignal;
  },
): Promise<Omit<Attempt, 'durationMs'>> {
  const webRoot = path.join(episode.folder, 'web');
  const options: PlanOptions = {
    ...quietOptions(project),
    taskIds: episode.file ? [] : [episode.task.id],
    tasks: episode.file,
    server: episode.server,
    adapter: episode.adapter,
    skill: bundle.text === null ? null : { text: bundle.text },
    transcripts: transcriptsOf(episode.folder, condition),
    webRoot: existsSync(webRoot) ? webRoot : null,
    maxDurationMs: task.timeout_ms,
    out: path.join(project.root, 'reports', 'skills', condition, task.id, `${trial}.${attempt}`),
  };
  const plan = await makePlan(options, process.env);
  const { runs } = await playPlan(plan, { signal, commandLine: 'skills' });
  const result = runs[0]?.episodes[0];
  if (!result) throw new Error('the episode was cut short');
  return outcomeOf(result);
}

const categories: Record<Result['status'], string> = {
  passed: 'none',
  failed: 'assertion_failed',
  tampered: 'assertion_failed',
  max_steps: 'assertion_failed',
  budget_exceeded: 'assertion_failed',
  model_refused: 'assertion_failed',
  context_full: 'assertion_failed',
  timeout: 'timeout',
  replay_drift: 'execution_error',
  tool_error: 'execution_error',
  adapter_error: 'execution_error',
  start_page_failed: 'execution_error',
  model_error: 'execution_error',
  inconclusive: 'execution_error',
};

function outcomeOf(result: Result): Omit<Attempt, 'durationMs'> {
  const { status, success } = result;
  const why = whyNotPassed(result);
  return {
    passed: success,
    exitCode: null,
    category: categories[status],
    ...(success ? {} : { message: why ? `${status}: ${why}` : status }),
  };
}
