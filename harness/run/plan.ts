import { randomBytes } from 'node:crypto';
import type { BuiltInAgent } from '../agents/built-in-agent.ts';
import type { Chromium } from '../browser/chromium/find-chromium.ts';
import type { HarRecorder } from '../browser/record-har.ts';
import { UserError } from '../platform/errors/user-error.ts';
import type { Checkout } from '../platform/git/checkout.ts';
import type { Project } from '../platform/project.ts';
import type { Run } from '../results/records/result.ts';
import { listedServer, type ServerChoice } from '../servers/index.ts';
import type { Server } from '../servers/server.ts';
import type { TaskFile } from '../task/read-tasks.ts';
import type { Suite } from '../task/suite.ts';
import type { Task } from '../task/task.ts';
import type { Redact, Redactor } from '../task/transcripts/redact.ts';
import type { WebSource } from '../web/hermetic-web.ts';
import type { Eyes } from './eyes.ts';
import { type PlanOptions, type RunValues, runFlags } from './plan-options.ts';

export const noEyes: Eyes = { headed: false, slowMs: null, keepBrowser: false };

const nothingTyped = Object.fromEntries(
  Object.entries(runFlags).map(([name, { fallback }]) => [name, fallback]),
  // Each flag's fallback has the flag's own type.
) as RunValues;

/** Options of an internal run on the default server: a replay that saves nothing and prints nothing. */
export function quietOptions(project: Project): PlanOptions {
  return planOptions(nothingTyped, {
    project,
    ...listedServer('playwright'),
    adapter: 'replay',
    agent: null,
    web: 'hermetic',
    workers: 1,
    out: project.reports,
    save: false,
    reporter: 'none',
    probe: false,
  });
}

type LookedUp = Pick<PlanOptions, 'project' | 'adapter' | 'agent' | 'web' | 'reporter' | 'probe'> &
  ServerChoice &
  Partial<PlanOptions>;

/** Makes options from the typed values; `known` overrides them. Throws `UserError`. */
export function planOptions(values: RunValues, known: LookedUp): PlanOptions {
  const { agent, agentCommand, agentId, agentVersion, door, serverId, suite, task, ...others } = values;
  const { seed, maxDuration, skill, temperature, modelSeed, ...typed } = others;
  const {
    model,
    maxUsd,
    maxTokens,
    context,
    effort,
    priceIn,
    priceOut,
    priceCacheWrite,
    priceCacheRead,
    ...rest
  } = typed;
  const { headed, slow, keepBrowser, ...same } = rest;
  return {
    ...same,
    suites: [...suite],
    taskIds: [...task],
    seeds: seed === null ? null : seedsOf(seed),
    skill: skill === null ? null : { file: skill },
    walkthroughOf: null,
    model: {
      ...{ name: model, maxUsd, maxTokens, context, effort },
      ...(temperature === null && modelSeed === null ? {} : { sampling: { temperature, seed: modelSeed } }),
      price: { input: priceIn, output: priceOut, cacheWrite: priceCacheWrite, cacheRead: priceCacheRead },
    },
    mustBeModel: false,
    eyes: { headed, slowMs: slow, keepBrowser },
    maxDurationMs: null,
    durationMs: maxDuration === null ? null : maxDuration * 1000,
    openchromeNames: false,
    ...known,
  };
}

/** Seeds separated by commas; `random` draws a seed of 53 bits. Throws `UserError`. */
export function seedsOf(typed: string): number[] {
  return typed.split(',').map((each) => {
    if (each.trim() === 'random') return Number(randomBytes(8).readBigUInt64BE() >> 11n);
    const seed = Number(each);
    if (/^\d+$/.test(each.trim()) && Number.isSafeInteger(seed)) return seed;
    throw new UserError(
      `--seed: got "${each}"; expected whole numbers from 0 to ${Number.MAX_SAFE_INTEGER}, or random, separated by commas`,
    );
  });
}

/** One planned episode. */
export type PlannedEpisode = {
  file: TaskFile;
  trial: number;
  /** Earlier attempts that ended in an infrastructure error; default 0. */
  retries?: number;
};

/** One suite of a plan: its run so far, and the episodes that are still to be played. */
export type PlannedRun = {
  run: Run;
  scheduled: PlannedEpisode[];
  /** `episodeKey`s of the whole run, in the order of its rows. */
  order: string[];
  /** Tasks left out because they have no transcript (`--allow-missing`), or because the server cannot do them. */
  notRun: { taskId: string; why: string }[];
};

export function episodeKey(taskId: string, trial: number): string {
  return `${taskId} ${trial}`;
}

/** One run of the harness, looked up and checked, so that no user error can occur later. */
export type Plan = {
  options: PlanOptions;
  runs: PlannedRun[];
  server: Server;
  adapter: BuiltInAgent;
  chromium: Chromium;
  web: WebSource['kind'];
  /** The web of each suite's episodes. */
  webs: ReadonlyMap<string, WebSource>;
  /** The suites of the project by their ids, played or not. */
  suites: ReadonlyMap<string, Suite>;
  /** A note on task files with mistakes, which are left out; null if there are none. */
  note: string | null;
  /** Records the answers of the live web. */
  recorder: HarRecorder | null;
  /** Text that the agent gets beside the goal. */
  skill: string | null;
  screenshotClasses: Record<string, Record<string, string>>;
  checkout: Checkout;
  transcriptFolders: string[];
  resultsFolder: string | null;
  /** Makes a fresh redactor for each episode, so that secrets learned there stay there. */
  redactor: (task: Task) => Redactor;
  /** Redacts texts without a task; knows only the keys of the environment. */
  redactKeys: Redact;
};
