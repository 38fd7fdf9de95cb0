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
import { type Eyes, type PlanOptions, type RunValues, runFlags } from './plan-options.ts';

export const noEyes: Eyes = { headed: false, slowMs: null, keepBrowser: false };

const nothingTyped = Object.fromEntries(
  Object.entries(runFlags).map(([name, { fallback }]) => [name, fallback]),
  // Each flag falls back to a value of its own.
) as RunValues;

/** Options of a run of our own, on the default server: a replay that saves and says nothing. */
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

/** The options of what was typed, and of what `known` knows better. Throws `UserError`. */
export function planOptions(values: RunValues, known: LookedUp): PlanOptions {
  const { agent, agentCommand, agentId, agentVersion, door, serverId, suite, task, ...others } = values;
  const { seed, maxDuration, skill, ...typed } = others;
  const { model, maxUsd, maxTokens, effort, priceIn, priceOut, priceCacheWrite, priceCacheRead, ...rest } =
    typed;
  const { headed, slow, keepBrowser, ...same } = rest;
  return {
    ...same,
    suites: [...suite],
    taskIds: [...task],
    seeds: seed === null ? null : seedsOf(seed),
    skill: skill === null ? null : { file: skill },
    walkthroughOf: null,
    model: {
      ...{ name: model, maxUsd, maxTokens, effort },
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

/** With commas between; `random` draws one of 53 bits. Throws `UserError`. */
export function seedsOf(typed: string): number[] {
  return typed.split(',').map((each) => {
    if (each.trim() === 'random') return Number(randomBytes(8).readBigUInt64BE() >> 11n);
    const seed = Number(each);
    if (/^\d+$/.test(each.trim()) && Number.isSafeInteger(seed)) return seed;
    throw new UserError(
      `--seed: found "${each}"; allowed are whole numbers from 0 to ${Number.MAX_SAFE_INTEGER}, or random, with commas between`,
    );
  });
}

/** One episode that is to be played. */
export type PlannedEpisode = {
  file: TaskFile;
  trial: number;
  /** Attempts at it that were lost to us before; none where nothing is said. */
  retries?: number;
};

/** One suite of a run: the run as it grows, and what of it is still to be played. */
export type PlannedRun = {
  run: Run;
  scheduled: PlannedEpisode[];
  /** `episodeKey`s of the whole run, in the order of its rows. */
  order: string[];
  /** Tasks left out: for want of a transcript (`--allow-missing`), or because the server can't do them. */
  notRun: { taskId: string; why: string }[];
};

export function episodeKey(taskId: string, trial: number): string {
  return `${taskId} ${trial}`;
}

/** One run of the harness, looked up and checked: nothing is left that the user could have got wrong. */
export type Plan = {
  options: PlanOptions;
  runs: PlannedRun[];
  server: Server;
  adapter: BuiltInAgent;
  chromium: Chromium;
  web: WebSource['kind'];
  /** What the episodes of each suite are played on. */
  webs: ReadonlyMap<string, WebSource>;
  /** The suites of the project by their ids, played or not. */
  suites: ReadonlyMap<string, Suite>;
  /** Which task files have a mistake, and are left out; null for none. */
  note: string | null;
  /** Keeps what a live web answered. */
  recorder: HarRecorder | null;
  /** What the agent is given beside the goal. */
  skill: string | null;
  screenshotClasses: Record<string, Record<string, string>>;
  checkout: Checkout;
  transcriptFolders: string[];
  resultsFolder: string | null;
  /** A fresh one for each episode: what it learns there stays there. */
  redactor: (task: Task) => Redactor;
  /** Of what is of no task: knows the keys of the environment alone. */
  redactKeys: Redact;
};
