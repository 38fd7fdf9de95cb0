import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { findBuiltInAgent } from '../../agents/index.ts';
import type { Contract } from '../../judge/contract.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { takeKeys } from '../../platform/process/switches.ts';
import type { Project } from '../../platform/project.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { thereIs } from '../../platform/words/known-names.ts';
import type { Result } from '../../results/records/result.ts';
import { whyNotPassed } from '../../results/records/why-not-passed.ts';
import { makePlan } from '../../run/make-plan.ts';
import { type Plan, quietOptions } from '../../run/plan.ts';
import type { PlanOptions } from '../../run/plan-options.ts';
import { renewPlan } from '../../run/plan-runs.ts';
import { playPlan, TotalBudget } from '../../run/play-plan.ts';
import { findServer, listedServer, type ServerChoice } from '../../servers/index.ts';
import { checkPattern } from '../../task/check-pattern.ts';
import { readSuites } from '../../task/read-suites.ts';
import {
  noPatternCheck,
  readTasks,
  soundTasks,
  type TaskFile,
  withoutMistakes,
} from '../../task/read-tasks.ts';
import { findTranscript } from '../../task/transcripts/transcript-files.ts';
import type { Bundle, Condition } from './conditions.ts';
import { capUsd, usageOf, whyNoMore } from './model-costs.ts';
import {
  type Asking,
  type ConfigMistake,
  type LoadedConfig,
  SkillConfigError,
  type SuiteSetup,
} from './skill-config.ts';
import type { Outcome } from './verifiers.ts';

/** A task of the browser suites in a skill suite, played under its conditions. */
export type EpisodeTask = {
  /** A user's own file; null for a task of the browser suites. */
  file: string | null;
  task: TaskFile['task'];
  adapter: string;
  server: ServerChoice;
  /** Parts of the contract in bundles, if they are allowed. */
  leaks: string[];
  /** Its plan under each condition, by the condition's id; made once for all attempts. */
  plans: ReadonlyMap<string, Plan>;
};

/**
 * Prepares the episode tasks of a suite, by the ids of its tasks. Throws `SkillConfigError` for an unknown task, a missing
 * transcript, a model without flags, or two different models. It also throws if a bundle contains what a contract looks for,
 * unless that is allowed.
 */
export async function episodeTasks(
  loaded: LoadedConfig,
  conditions: readonly Condition[],
  { project, serverOf = ofList, allowLeak = false, asking }: SuiteSetup,
): Promise<Map<string, EpisodeTask>> {
  const { config, folder, file, placeOf } = loaded;
  const found: { id: string; timeoutMs: number; episode: Omit<EpisodeTask, 'plans'> }[] = [];
  let suites: Promise<TaskFile[]> | undefined;
  const ofSuites = () => {
    const isPlayed = ({ id }: { id: string }) => config.tasks.some(({ episode }) => episode?.task === id);
    suites ??= readSuites(project.suites, noPatternCheck).then((read) => soundTasks(read, isPlayed).tasks);
    return suites;
  };
  const mistakes: ConfigMistake[] = [];
  let asked: string | null = null;
  for (const [index, { id, episode, timeout_ms: timeoutMs }] of config.tasks.entries()) {
    if (!episode) continue;
    const at = (key: string, message: string) =>
      mistakes.push({
        ...placeOf(['tasks', index, 'episode', key]),
        field: `tasks[${index}].episode.${key}`,
        message,
      });
    const own = /\.(md|json)$/.test(episode.task) ? path.resolve(folder, episode.task) : null;
    const server = orMistake(
      () => serverOf(episode.server),
      (message) => at('server', message),
    );
    const maker = orMistake(
      () => findBuiltInAgent(episode.adapter),
      (message) => at('adapter', message),
    );
    const kind = maker?.kind ?? null;
    if (maker?.kind === 'model') {
      asked ??= maker.id;
      if (!asking)
        at(
          'adapter',
          `got ${episode.adapter}, which asks a model; expected an adapter without a model, such as replay; only \`skills run\` uses models`,
        );
      // The record has a single model, price and account.
      else if (asked !== maker.id)
        at(
          'adapter',
          `got ${episode.adapter}; expected ${asked}, as in the tasks before it: a suite uses one model`,
        );
    }
    const task = await findTask(ofSuites, own, episode.task).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      at('task', error.message);
    });
    if (!task || !server) continue;
    const leaks = await Promise.all(
      conditions.map(({ condition, bundle }) => leaksOf(condition.id, bundle, task, folder)),
    );
    const { adapter } = episode;
    found.push({ id, timeoutMs, episode: { file: own, task, adapter, server, leaks: leaks.flat() } });
    if (!allowLeak) for (const leak of leaks.flat()) at('task', `skill_leak: ${leak}`);
    if (kind !== 'replay') continue;
    for (const { condition } of conditions) {
      const transcripts = transcriptsOf(folder, condition.id);
      if (!(await findTranscript([transcripts], episode.server, task.id)))
        at('adapter', `no transcript ${path.relative(folder, transcripts)}/${task.id}.jsonl`);
    }
  }
  if (mistakes.length > 0) throw new SkillConfigError('BENCH_CONFIG_INVALID', file, mistakes);
  const planned = found.map(async ({ id, timeoutMs, episode }) => {
    const plans = conditions.map(async ({ condition, bundle }) => {
      const options = optionsOf(project, { episode, folder, timeoutMs, asking }, condition.id, bundle);
      return [condition.id, await makePlan(options, asking?.env ?? takeKeys())] as const;
    });
    return [id, { ...episode, plans: new Map(await Promise.all(plans)) }] as const;
  });
  return new Map(await Promise.all(planned));
}

function ofList(id: string): ServerChoice {
  findServer(id);
  return listedServer(id);
}

/** Null if it throws a usage error, whose message is passed to `mistaken`. */
function orMistake<T>(look: () => T, mistaken: (message: string) => void): T | null {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    mistaken(error.message);
    return null;
  }
}

function optionsOf(
  project: Project,
  {
    episode,
    folder,
    timeoutMs,
    asking,
  }: { episode: Omit<EpisodeTask, 'plans'>; folder: string; timeoutMs: number; asking: Asking | undefined },
  condition: string,
  { text }: Bundle,
): PlanOptions {
  const webRoot = path.join(folder, 'web');
  const transcripts = transcriptsOf(folder, condition);
  const isPaid = findBuiltInAgent(episode.adapter).kind === 'model';
  return {
    ...quietOptions(project),
    ...(isPaid && asking ? modelOptions(asking) : {}),
    taskIds: episode.file ? [] : [episode.task.id],
    tasks: episode.file,
    ...episode.server,
    adapter: episode.adapter,
    skill: text === null ? null : { text },
    transcripts: existsSync(transcripts) ? transcripts : null,
    webRoot: existsSync(webRoot) ? webRoot : null,
    maxDurationMs: timeoutMs,
  };
}

function modelOptions({ env: _, ...flags }: Asking): Omit<Asking, 'env'> {
  return flags;
}

function transcriptsOf(folder: string, condition: string): string {
  return path.join(folder, 'transcripts', condition);
}

async function findTask(
  ofSuites: () => Promise<TaskFile[]>,
  own: string | null,
  id: string,
): Promise<TaskFile['task']> {
  const files = own ? withoutMistakes(await readTasks(own, 'custom', checkPattern)) : await ofSuites();
  const found = own ? files[0] : files.find(({ task }) => task.id === id);
  if (!found)
    throw new UserError(
      `got the task "${id}"; ${thereIs(
        id,
        files.map(({ task }) => task.id),
        `${typedAs} list tasks`,
      )}`,
    );
  return found.task;
}

const minCharacters = 4;
const maxBytes = 8 * 2 ** 20;

/** Places where a bundle contains what a task's contract looks for, one line each with file, line and the text. */
async function leaksOf(
  condition: string,
  { folder, text }: Bundle,
  task: TaskFile['task'],
  configFolder: string,
): Promise<string[]> {
  const literals = [...new Set(literalsOf(task.success))].filter(
    (literal) => literal.length >= minCharacters,
  );
  const files = folder === null ? [] : await filesOf(folder);
  const texts = await Promise.all(
    files.map(async (file) => ({
      name: path.relative(configFolder, file),
      text: await readFile(file, 'utf8'),
    })),
  );
  if (folder === null && text !== null) texts.push({ name: `the text of ${condition}`, text });
  return texts.flatMap(({ name, text: content }) =>
    content
      .split('\n')
      .flatMap((line, index) =>
        literals
          .filter((literal) => line.toLowerCase().includes(literal.toLowerCase()))
          .map(
            (literal) =>
              `${name}:${index + 1} holds ${JSON.stringify(literal)}, which the contract of ${task.id} looks for`,
          ),
      ),
  );
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return files.filter((_, index) => (sizes[index] ?? 0) <= maxBytes).sort();
}

/** The texts that a contract wants, and the literal parts of its patterns, without hosts. */
export function literalsOf(contract: Contract): string[] {
  return Object.entries(contract).flatMap(([key, value]): string[] => {
    if ((key === 'contains' || key === 'equals') && typeof value === 'string') return [value];
    if (/pattern$/.test(key) && typeof value === 'string') return literalParts(value);
    const children = Array.isArray(value) ? value : [value];
    // Every object within a clause is a clause.
    return children.flatMap((child) =>
      child !== null && typeof child === 'object' ? literalsOf(child as Contract) : [],
    );
  });
}

function literalParts(pattern: string): string[] {
  const path = pattern.replace(/^\^?https\??:\/\/[^/]*\/?/, '');
  return path
    .replace(/\\([dDwWsSbB])/g, '\0')
    .replace(/\\(.)/g, '$1')
    .split(/[\0^$()[\]{}|*+?]|(?<!\\)\.\*/)
    .filter((part) => part.length >= minCharacters);
}

/** The budget of all attempts of a suite. */
export function budgetOf({ asking }: SuiteSetup): TotalBudget {
  return new TotalBudget(asking?.maxUsdTotal ?? null, 0);
}

/**
 * Plays the task once with the condition's text for the agent; its artefacts go below the project's `reports/skills/`. If the
 * budget or the API does not allow a further attempt, it plays nothing and returns the reason.
 */
export async function playAttempt(
  { plans }: EpisodeTask,
  { condition, task, trial, attempt }: { condition: string; task: string; trial: number; attempt: number },
  { project, signal, budget }: { project: Project; signal: AbortSignal; budget: TotalBudget },
): Promise<Outcome | { stopped: string }> {
  const plan = plans.get(condition);
  if (!plan) throw new Error(`no plan of ${task} under ${condition}`);
  const stopped = whyNoMore(plan, budget);
  if (stopped !== null) return { stopped };
  const out = path.join(project.reports, 'skills', condition, task, `${trial}.${attempt}`);
  const { runs } = await playPlan(renewPlan(plan, out), { signal, commandLine: 'skills' });
  const [run] = runs;
  const result = run?.episodes[0];
  if (!result) throw new Error('the episode was cut short');
  if (!plan.adapter.spending) return outcomeOf(result);
  budget.end(capUsd(plan), result);
  return { ...outcomeOf(result), usage: usageOf(result), answered: run.config.model?.answered ?? null };
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
  harness_error: 'execution_error',
  inconclusive: 'execution_error',
};

function outcomeOf(result: Result): Outcome {
  const { status, success } = result;
  const why = whyNotPassed(result);
  return {
    passed: success,
    exitCode: null,
    category: categories[status],
    ...(success ? {} : { message: why ? `${status}: ${why}` : status }),
  };
}
