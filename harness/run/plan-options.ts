import path from 'node:path';
import type { BuiltInAgentOptions } from '../agents/built-in-agent.ts';
import type { AgentChoice } from '../agents/external/choose-agent.ts';
import { whyNoBaseUrl } from '../agents/models/base-url.ts';
import { modelCaps } from '../agents/models/caps.ts';
import {
  amount,
  type Flag,
  integer,
  integerOr,
  on,
  part,
  reportsFolder,
  text,
  textOr,
  texts,
  unless,
} from '../platform/flags.ts';
import type { Project } from '../platform/project.ts';
import type { ServerChoice } from '../servers/index.ts';
import { taskCaps } from '../task/task-caps.ts';
import { defaultWorkers } from './default-workers.ts';

/** A flag of every command that plays: all that is known of it. */
export type RunFlag = Flag<unknown> & {
  /**
   * Its place among the flags of a command that plays the same again, the lowest first; of a flag without one that command
   * says nothing. `again` names the command where it is not in both: the one of a run that goes on, the one of a task.
   */
  place?: number;
  again?: 'run' | 'task';
  /**
   * How it is typed, from the options of a plan; null or nothing where it is not. Without it the option of its name, unless
   * that is as usual.
   */
  typed?: (options: PlanOptions) => TypedAs;
  /** It is for a model alone. */
  ofModel?: true;
  /** Why it would do nothing beside the others, or contradicts one; null where it may stand. */
  refused?: (values: RunValues, asked: FlagContext) => string | null;
  /** Why it may not be given to a run that workers of a queue play. */
  notQueued?: string;
};

export type TypedAs = string | number | boolean | null | readonly string[];

/** What a flag is looked at beside. */
export type FlagContext = {
  /** What decides the calls where no agent is named. */
  adapter: string;
  /** What is played where no server is named. */
  usualServer: string;
  /** Whether it was typed, not said by a configuration of every run. */
  isTyped(name: keyof RunValues): boolean;
};

const unseen = 'nobody looks on at a worker; leave `enqueue` out';

const priceOf = (tokens: keyof BuiltInAgentOptions['model']['price'], place: number, summary: string) => ({
  ...amount('<usd>', summary, { min: 0 }),
  ofModel: true as const,
  place,
  typed: (plan: PlanOptions): TypedAs => plan.model.price[tokens],
});

/** Refuses a flag that says nothing where no agent is named. */
const withAgent = (flag: 'agentId' | 'agentVersion' | 'door', why: string) => (typed: RunValues) =>
  typed[flag] !== null && typed.agent === null && typed.agentCommand === null ? why : null;

/** In the order in which help names them. */
export const runFlags = {
  suite: {
    ...texts('<name>', 'only this suite (see list suites); again or with commas for several (default: all)'),
    place: 1,
    again: 'run',
    typed: (plan: PlanOptions): TypedAs => (plan.tasks === null ? plan.suites : null),
    refused: (typed: RunValues): string | null =>
      typed.tasks !== null && typed.suite.length > 0
        ? `--suite ${typed.suite.join(',')} and --tasks: your own tasks are of no suite; choose one of them`
        : null,
  },
  task: {
    ...texts('<id>', 'only this task; again or with commas for several'),
    place: 2,
    again: 'run',
    typed: (plan: PlanOptions): TypedAs => plan.taskIds,
  },
  seed: {
    ...text(
      '<n>',
      'the world that tasks of templates are made in, in place of those of the edition: a number, or random; with commas for several',
    ),
    place: 23,
    typed: (plan: PlanOptions): TypedAs => plan.seeds?.join(',') ?? null,
  },
  tasks: { ...text('<path>', 'your own task file or folder (.md, .json) instead of the suites'), place: 3 },
  server: {
    ...textOr('playwright', '<id>', 'the MCP browser server under test'),
    ofProject: 'server',
    place: 4,
    typed: (plan: PlanOptions): TypedAs => (ownCommand(plan) === null ? plan.server : null),
    refused: (typed: RunValues, asked: FlagContext): string | null =>
      typed.serverCommand !== null && asked.isTyped('server') && typed.server !== asked.usualServer
        ? `--server ${typed.server} and --server-command: choose one of them; the name of a command is --server-id`
        : null,
  },
  serverCommand: {
    ...text('<line>', 'any other server: its command line with {endpoint}, {port} or {chromium}'),
    place: 5,
    typed: (plan: PlanOptions): TypedAs => ownCommand(plan),
    notQueued: 'a worker runs no command line that comes from the queue',
  },
  serverId: {
    ...text('<id>', 'the name of that server'),
    place: 6,
    typed: (plan: PlanOptions): TypedAs => (ownCommand(plan) === null ? null : plan.server),
  },
  adapter: {
    ...text(
      '<id>',
      'what decides the tool calls (see list adapters; default: replay, or OPENCHROME_BENCH_ADAPTER)',
    ),
    place: 7,
    typed: (plan: PlanOptions): TypedAs => (plan.agent === null ? plan.adapter : null),
    refused: (typed: RunValues): string | null =>
      typed.adapter !== null && (typed.agent !== null || typed.agentCommand !== null)
        ? `--adapter ${typed.adapter} and ${typed.agent === null ? '--agent-command' : '--agent'}: both would decide the calls; choose one of them`
        : null,
  },
  agent: {
    ...text('<id|file>', "somebody's agent in place of an adapter (see agents), or the file of yours"),
    place: 10,
    typed: (plan: PlanOptions): TypedAs => (plan.agent && 'named' in plan.agent ? plan.agent.named : null),
    refused: (typed: RunValues): string | null =>
      typed.agent !== null && typed.agentCommand !== null
        ? '--agent and --agent-command: choose one of them'
        : null,
  },
  agentCommand: {
    ...text('<line>', 'any other agent: its line for the shell, told by variables what to do'),
    place: 8,
    typed: (plan: PlanOptions): TypedAs =>
      plan.agent && 'command' in plan.agent ? plan.agent.command : null,
  },
  agentId: {
    ...text('<id>', 'the name of that agent'),
    place: 9,
    typed: (plan: PlanOptions): TypedAs => (plan.agent && 'command' in plan.agent ? plan.agent.id : null),
    refused: withAgent('agentId', '--agent-id: it is the name of an --agent-command; found none'),
  },
  agentVersion: {
    ...text('<version>', 'the version of that agent, or of one in a file'),
    place: 9.5,
    typed: (plan: PlanOptions): TypedAs => plan.agent?.version ?? null,
    refused: withAgent(
      'agentVersion',
      '--agent-version: it is that of an --agent-command or of an --agent in a file; found none',
    ),
  },
  door: {
    ...text('<door>', 'how the agent is let in: mcp, cdp or acp (default: the first of those that it knows)'),
    place: 11,
    typed: (plan: PlanOptions): TypedAs => plan.agent?.door ?? null,
    refused: withAgent('door', '--door: it is that of an --agent or --agent-command; found none'),
  },
  script: {
    ...text('<file>', 'the calls of --adapter script'),
    place: 25,
    refused: (typed: RunValues, asked: FlagContext): string | null =>
      typed.script !== null && asked.adapter !== 'script'
        ? `--script: the calls of --adapter script; found --adapter ${asked.adapter}`
        : null,
  },
  model: {
    ...text('<name>', 'the model of an adapter that asks one (see list adapters; or OPENCHROME_BENCH_MODEL)'),
    ofModel: true,
    place: 12,
    typed: (plan: PlanOptions): TypedAs => plan.model.name,
  },
  maxUsd: {
    ...amount('<amount>', 'what an episode of a model may cost (default: what its suite says, mostly 0.5)', {
      above: 0,
      max: modelCaps.limitUsd,
    }),
    ofModel: true,
    place: 14,
    typed: (plan: PlanOptions): TypedAs => plan.model.maxUsd,
  },
  maxTokens: {
    ...integer(
      '<n>',
      `output tokens of a turn of a model, thinking included (default: ${modelCaps.defaultTokens})`,
      { min: 1, max: modelCaps.limitTokens },
    ),
    ofModel: true,
    place: 16,
    typed: (plan: PlanOptions): TypedAs => plan.model.maxTokens,
  },
  maxUsdTotal: {
    ...amount('<amount>', 'what all episodes together may cost; needed where --max-usd is above 0.5', {
      above: 0,
      max: 10_000,
    }),
    ofModel: true,
    place: 15,
  },
  baseUrl: {
    ...text(
      '<url>',
      "where the model's API is, in place of OPENAI_BASE_URL and its like; the run is a rehearsal",
    ),
    ofModel: true,
    place: 12.5,
    refused: (typed: RunValues): string | null =>
      typed.baseUrl === null ? null : whyNoBaseUrl(typed.baseUrl),
    notQueued: 'a worker sends its key to no address that comes from the queue',
  },
  keyFile: {
    ...text('<file>', "the key of a model's API in a file of mode 600, in place of a variable"),
    ofModel: true,
    place: 21,
  },
  recordModel: {
    ...on('keep every request to a model and its answer below --out, for your eyes alone'),
    ofModel: true,
    notQueued: 'what it keeps is for your eyes alone, and no worker sends it',
  },
  effort: {
    ...text('<level>', "how hard a model is to think, in its vendor's words (low, medium, high, ...)"),
    ofModel: true,
    place: 13,
    typed: (plan: PlanOptions): TypedAs => plan.model.effort,
  },
  priceIn: priceOf('input', 17, 'USD per million input tokens of a model without a known price'),
  priceOut: priceOf('output', 18, 'USD per million output tokens'),
  priceCacheWrite: priceOf('cacheWrite', 19, 'USD per million tokens written to a cache'),
  priceCacheRead: priceOf('cacheRead', 20, 'USD per million tokens read from a cache'),
  dryRun: {
    ...on('say what would be played and what it could cost, and play nothing'),
    notQueued: 'nothing would be enqueued; leave `enqueue` out',
  },
  strict: {
    ...on('exit 1 where an episode of a model run did not pass'),
    ofModel: true,
    place: 30,
  },
  skill: {
    ...text('<file>', 'text that the agent is given beside the goal; nothing is appended'),
    place: 24,
    typed: (plan: PlanOptions): TypedAs => (plan.skill && 'file' in plan.skill ? plan.skill.file : null),
  },
  web: {
    ...text('<source>', 'hermetic, live or har:<file> (default: hermetic)'),
    place: 22,
    typed: (plan: PlanOptions): TypedAs => (plan.web === 'hermetic' ? null : plan.web),
  },
  transcripts: {
    ...text('<folder>', 'your own transcripts, <server>/<task>.jsonl or flat, looked at first'),
    place: 26,
  },
  webRoot: {
    ...text('<folder>', 'your own stand-in pages, looked at before tasks/web'),
    place: 27,
    refused: (typed: RunValues, asked: FlagContext): string | null =>
      asked.isTyped('webRoot') && (typed.web ?? 'hermetic') !== 'hermetic'
        ? `--web-root: the pages of the hermetic web; found --web ${typed.web}`
        : null,
  },
  sha: text('<commit>', 'the commit of the thing under test (default: HEAD)'),
  trials: { ...integerOr(1, '<n>', 'attempts at each task', { min: 1, max: 100 }), place: 32, again: 'run' },
  workers: {
    ...integer('<n>', `episodes side by side (default: ${defaultWorkers}, or 1 in a window)`, {
      min: 1,
      max: 64,
    }),
    notQueued: 'each worker says how many it plays side by side',
  },
  headed: {
    ...on('play in a window, where a display is; nothing is appended'),
    typed: (plan: PlanOptions): TypedAs => plan.eyes.headed,
    notQueued: unseen,
  },
  slow: {
    ...integer('<ms>', 'wait so long before each call of the agent; nothing is appended', {
      min: 1,
      max: 60_000,
    }),
    typed: (plan: PlanOptions): TypedAs => plan.eyes.slowMs,
    notQueued: unseen,
  },
  keepBrowser: {
    ...on('keep the browser of the first episode that does not pass, until Ctrl-C; nothing is appended'),
    typed: (plan: PlanOptions): TypedAs => plan.eyes.keepBrowser,
    notQueued: unseen,
  },
  shard: {
    ...part('<i/n>', 'only the i-th of n parts, for the command merge; nothing is appended'),
    place: 33,
    again: 'run',
    typed: (plan: PlanOptions): TypedAs => plan.shard && `${plan.shard.index}/${plan.shard.count}`,
    notQueued: 'the workers share the episodes by themselves',
  },
  maxSteps: {
    ...integer('<n>', 'lowers every task to at most n steps', { min: 1, max: taskCaps.maxSteps }),
    place: 28,
  },
  maxDuration: {
    ...integer('<s>', 'seconds for every task, in place of what its suite says', {
      min: 1,
      max: taskCaps.maxDurationMs / 1000,
    }),
    place: 29,
    typed: (plan: PlanOptions): TypedAs => (plan.durationMs === null ? null : plan.durationMs / 1000),
  },
  out: {
    ...reportsFolder('where reports and artefacts go'),
    place: 31,
    typed: (plan: PlanOptions): TypedAs =>
      path.resolve(plan.out) === plan.project.reports ? null : plan.out,
  },
  record: {
    ...on('write a transcript of each episode that passes'),
    place: 34,
    again: 'task',
    notQueued: 'recordings are made where the transcripts are',
  },
  resume: text('<run-id>', 'go on with a run that was cut short'),
  allowMissing: { ...on('leave out tasks that have no transcript'), place: 35, again: 'run' },
  save: { ...unless('append nothing to results/'), place: 36, again: 'run' },
  reporter: text(
    '<id>',
    'who tells how the run goes (see list reporters; default: list, github in GitHub Actions)',
  ),
  verbose: on('print every event (or OPENCHROME_BENCH_VERBOSE=1)'),
} as const;

type Values = {
  [Name in keyof typeof runFlags]: (typeof runFlags)[Name] extends Flag<infer Value> ? Value : never;
};

/** What a command is handed of them. An interface, as `PlanOptions` is: the table, which they follow from, speaks of them. */
export interface RunValues extends Values {}

/** Flags that make one thing of a plan together, or another than they say. */
export type Gathered =
  | ('suite' | 'task' | 'seed' | 'server' | 'serverCommand' | 'serverId' | 'door' | 'skill')
  | ('agent' | 'agentCommand' | 'agentId' | 'agentVersion')
  | ('model' | 'maxUsd' | 'maxTokens' | 'effort' | 'priceIn' | 'priceOut' | 'priceCacheWrite')
  | ('priceCacheRead' | 'headed' | 'slow' | 'keepBrowser' | 'maxDuration');

/** What is for the eyes of a person: a run with any of it is none for `results/`. */
export type Eyes = {
  /** In a window. */
  headed: boolean;
  /** Milliseconds before each call of the agent. */
  slowMs: number | null;
  /** Leaves the browser of the first episode that does not pass open, until Ctrl-C. */
  keepBrowser: boolean;
};

/** What the user asked for, parsed and not yet looked up: every other flag by its name, and what is made of several or none. */
export interface PlanOptions extends Omit<RunValues, Gathered>, ServerChoice {
  project: Project;
  /** Suites to play; empty: all. Ignored where `tasks` names a user's own. */
  suites: string[];
  taskIds: string[];
  /** The worlds that templates draw from, in place of the edition's. */
  seeds: number[] | null;
  adapter: string;
  /** Somebody's agent, in place of an adapter: its id or file, or its command line and what it is to be called. */
  agent: AgentChoice | null;
  /** How the oracle does a task, in place of what is written down for it. */
  walkthroughOf: BuiltInAgentOptions['walkthrough'] | null;
  /** A file of text that the agent is given beside the goal, or that text itself (`{ text }`). */
  skill: { file: string } | { text: string } | null;
  model: BuiltInAgentOptions['model'];
  /** Only a model may decide: a replay by mistake would look like a result. */
  mustBeModel: boolean;
  web: string;
  eyes: Eyes;
  /** Lowers the time of every task. */
  maxDurationMs: number | null;
  /** The time of every task, in place of what its suite says. */
  durationMs: number | null;
  /** Adds the names and the `events.jsonl` that OpenChrome's issues fixed. */
  openchromeNames: boolean;
  reporter: string;
  /** Looks first whether the processor is free; takes a third of a second. */
  probe: boolean;
}

/** The command line of a server that neither the list nor a configuration has. */
function ownCommand({ serverCommand, serverData }: PlanOptions): string | null {
  return serverData === null ? serverCommand : null;
}

// `Object.entries` loses the names.
export const runFlagList = Object.entries<RunFlag>(runFlags) as [keyof RunValues, RunFlag][];
