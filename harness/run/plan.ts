import { type Adapter, type AdapterOptions, noModelOptions } from '../agents/adapter.ts';
import type { AgentChoice } from '../agents/external/choose-agent.ts';
import type { Chromium } from '../browser/chromium/find-chromium.ts';
import type { HarRecorder } from '../browser/record-har.ts';
import type { Checkout } from '../platform/git/checkout.ts';
import type { Project } from '../platform/project.ts';
import type { Run } from '../results/records/result.ts';
import type { ServerChoice } from '../servers/index.ts';
import type { Server } from '../servers/server.ts';
import type { TaskFile } from '../task/read-tasks.ts';
import type { Suite } from '../task/suite.ts';
import type { Task } from '../task/task.ts';
import type { Redact, Redactor } from '../task/transcripts/redact.ts';
import type { WebSource } from '../web/open-web.ts';

/** What is for the eyes of a person: a run with any of it is none for `results/`. */
export type Eyes = {
  /** In a window. */
  headed: boolean;
  /** Milliseconds before each call of the agent. */
  slowMs: number | null;
  /** Leaves the browser of the first episode that does not pass open, until Ctrl-C. */
  keepBrowser: boolean;
};

/** What the user asked for, parsed and not yet looked up. */
export type PlanOptions = ServerChoice & {
  project: Project;
  /** Suites to play; empty: all. Ignored where `tasks` names a user's own. */
  suites: string[];
  taskIds: string[];
  /** The worlds that templates draw from, in place of the edition's. */
  seeds: number[] | null;
  tasks: string | null;
  adapter: string;
  /** Somebody's agent, in place of an adapter: its id or file, or its command line and what it is to be called. */
  agent: AgentChoice | null;
  script: string | null;
  /** How the oracle does a task, in place of what is written down for it. */
  walkthroughOf: AdapterOptions['walkthrough'] | null;
  /** A file of text that the agent is given beside the goal, or that text itself (`{ text }`). */
  skill: { file: string } | { text: string } | null;
  model: AdapterOptions['model'];
  /** Only a model may decide: a replay by mistake would look like a result. */
  mustBeModel: boolean;
  dryRun: boolean;
  /** An episode of a model run that did not pass is an error. */
  strict: boolean;
  web: string;
  transcripts: string | null;
  webRoot: string | null;
  sha: string | null;
  trials: number;
  /** Episodes side by side; null for the default. */
  workers: number | null;
  eyes: Eyes;
  /** Only each `count`-th episode is played, beginning with the `index`-th (from 1); nothing is appended. */
  shard: { index: number; count: number } | null;
  maxSteps: number | null;
  /** Lowers the time of every task. */
  maxDurationMs: number | null;
  /** The time of every task, in place of what its suite says. */
  durationMs: number | null;
  /** What all episodes together may cost. */
  maxUsdTotal: number | null;
  /** A file that holds the key of a model's API. */
  keyFile: string | null;
  /** Keeps every request to a model below `out`. */
  recordModel: boolean;
  out: string;
  record: boolean;
  resume: string | null;
  allowMissing: boolean;
  save: boolean;
  /** Adds the names and the `events.jsonl` that OpenChrome's issues fixed. */
  openchromeNames: boolean;
  reporter: string;
  verbose: boolean;
  /** Looks first whether the processor is free; takes a third of a second. */
  probe: boolean;
};

export const noEyes: Eyes = { headed: false, slowMs: null, keepBrowser: false };

/** Options of a run of our own, on the default server: a replay that saves and says nothing. */
export function quietOptions(project: Project): PlanOptions {
  return {
    project,
    suites: [],
    taskIds: [],
    seeds: null,
    tasks: null,
    server: 'playwright',
    serverCommand: null,
    serverData: null,
    adapter: 'replay',
    agent: null,
    script: null,
    walkthroughOf: null,
    skill: null,
    model: noModelOptions,
    mustBeModel: false,
    dryRun: false,
    strict: false,
    web: 'hermetic',
    transcripts: null,
    webRoot: null,
    sha: null,
    trials: 1,
    workers: 1,
    eyes: noEyes,
    shard: null,
    maxSteps: null,
    maxDurationMs: null,
    durationMs: null,
    maxUsdTotal: null,
    keyFile: null,
    recordModel: false,
    out: project.reports,
    record: false,
    resume: null,
    allowMissing: false,
    save: false,
    openchromeNames: false,
    reporter: 'none',
    verbose: false,
    probe: false,
  };
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
  adapter: Adapter;
  chromium: Chromium;
  web: WebSource['kind'];
  /** What the episodes of each suite are played on. */
  webs: ReadonlyMap<string, WebSource>;
  /** The suites of the project by their ids, played or not. */
  suites: ReadonlyMap<string, Suite>;
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
