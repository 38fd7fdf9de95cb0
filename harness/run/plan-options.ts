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
import type { Eyes } from './eyes.ts';
import { modelFileFlag } from './model-file-flag.ts';
import { samplingFlags } from './sampling-flags.ts';

/** The definition of a flag of all commands that play. */
export type RunFlag = Flag<unknown> & {
  /**
   * Its position in a printed command that plays the same again, lowest first; flags without a place are left out.
   * `again`: the only command that includes the flag (that of a resumed run, or that of a task); default: both.
   */
  place?: number;
  again?: 'run' | 'task';
  /**
   * Its typed value, from the options of a plan; null or empty if it is not typed. Default: the option with its name,
   * unless that has its default value.
   */
  typed?: (options: PlanOptions) => TypedAs;
  /** Only for models. */
  ofModel?: true;
  /** Why it has no effect with the other flags, or contradicts one; null if it is valid. */
  refused?: (values: RunValues, asked: FlagContext) => string | null;
  /** Why it is not allowed for a run played by workers of a queue. */
  notQueued?: string;
};

export type TypedAs = string | number | boolean | null | readonly string[];

/** The values that a flag is checked against. */
export type FlagContext = {
  /** The adapter that decides the calls if no agent is given. */
  adapter: string;
  /** The default server. */
  usualServer: string;
  /** Whether it was typed, and does not come from a configuration. */
  isTyped(name: keyof RunValues): boolean;
};

const unseen = 'a worker has no display; use the command run';

const priceOf = (tokens: keyof BuiltInAgentOptions['model']['price'], place: number, summary: string) => ({
  ...amount('<usd>', summary, { min: 0 }),
  ofModel: true as const,
  place,
  typed: (plan: PlanOptions): TypedAs => plan.model.price[tokens],
});

/** Rejects a flag that has no effect without an agent. */
const withAgent = (flag: 'agentId' | 'agentVersion' | 'door', why: string) => (typed: RunValues) =>
  typed[flag] !== null && typed.agent === null && typed.agentCommand === null ? why : null;

/** In the order of the help. */
export const runFlags = {
  suite: {
    ...texts(
      '<name>',
      'only this suite (`list suites` prints all); repeat it or use commas for several (default: the suites of the configuration, else every suite whose recordings must pass)',
    ),
    place: 1,
    again: 'run',
    typed: (plan: PlanOptions): TypedAs => (plan.tasks === null ? plan.suites : null),
    refused: (typed: RunValues): string | null =>
      typed.tasks !== null && typed.suite.length > 0
        ? `--suite ${typed.suite.join(',')} and --tasks: your own tasks have no suite; choose one of the flags`
        : null,
  },
  task: {
    ...texts('<id>', 'only this task; repeat it or use commas for several'),
    place: 2,
    again: 'run',
    typed: (plan: PlanOptions): TypedAs => plan.taskIds,
  },
  seed: {
    ...text('<n>', 'seeds for templates: numbers or random, with commas (default: the seeds of the suite)'),
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
        ? `--server ${typed.server} and --server-command: choose one of them. To name the command in the results, use --server-id`
        : null,
  },
  serverCommand: {
    ...text('<line>', 'the command line of any other server; it contains {endpoint}, {port} or {chromium}'),
    place: 5,
    typed: ownCommand,
    notQueued: 'a worker does not run command lines from the queue',
  },
  serverId: {
    ...text('<id>', 'the name of the server in the results'),
    place: 6,
    typed: (plan: PlanOptions): TypedAs => (ownCommand(plan) === null ? null : plan.server),
  },
  adapter: {
    ...text(
      '<id>',
      'the built-in agent that decides the tool calls (`list adapters` prints all; default: OPENCHROME_BENCH_ADAPTER, else replay)',
    ),
    place: 7,
    typed: (plan: PlanOptions): TypedAs => (plan.agent === null ? plan.adapter : null),
    refused: (typed: RunValues): string | null =>
      typed.adapter !== null && (typed.agent !== null || typed.agentCommand !== null)
        ? `--adapter ${typed.adapter} and ${typed.agent === null ? '--agent-command' : '--agent'}: both decide the calls; choose one of them`
        : null,
  },
  agent: {
    ...text('<id|file>', 'the id of a known agent (`agents` prints all), or the JSON file of your own agent'),
    place: 10,
    typed: (plan: PlanOptions): TypedAs => (plan.agent && 'named' in plan.agent ? plan.agent.named : null),
    refused: (typed: RunValues): string | null =>
      typed.agent !== null && typed.agentCommand !== null
        ? '--agent and --agent-command: choose one of them'
        : null,
  },
  agentCommand: {
    ...text('<line>', 'the shell command of any other agent, which gets its task in environment variables'),
    place: 8,
    typed: (plan: PlanOptions): TypedAs =>
      plan.agent && 'command' in plan.agent ? plan.agent.command : null,
  },
  agentId: {
    ...text('<id>', 'the name of the agent in the results'),
    place: 9,
    typed: (plan: PlanOptions): TypedAs => (plan.agent && 'command' in plan.agent ? plan.agent.id : null),
    refused: withAgent('agentId', '--agent-id requires --agent-command'),
  },
  agentVersion: {
    ...text('<version>', 'the version of the agent; requires --agent-command, or --agent with a file'),
    place: 9.5,
    typed: (plan: PlanOptions): TypedAs => plan.agent?.version ?? null,
    refused: withAgent('agentVersion', '--agent-version requires --agent-command, or --agent with a file'),
  },
  door: {
    ...text('<door>', 'the interface of the agent: mcp, cdp or acp (default: the first that it supports)'),
    place: 11,
    typed: (plan: PlanOptions): TypedAs => plan.agent?.door ?? null,
    refused: withAgent('door', '--door requires --agent or --agent-command'),
  },
  script: {
    ...text('<file>', 'the file with the tool calls of --adapter script'),
    place: 25,
    refused: (typed: RunValues, asked: FlagContext): string | null =>
      typed.script !== null && asked.adapter !== 'script'
        ? `--script: got --adapter ${asked.adapter}; expected --adapter script`
        : null,
  },
  model: {
    ...text('<name>', 'the model, for an adapter that uses a model (default: OPENCHROME_BENCH_MODEL)'),
    ofModel: true,
    place: 12,
    typed: (plan: PlanOptions): TypedAs => plan.model.name,
  },
  modelFile: modelFileFlag,
  maxUsd: {
    ...amount('<amount>', 'the cost limit of an episode in USD (default: that of the suite)', {
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
      `the most output tokens of one turn of the model, including thinking (default: ${modelCaps.defaultTokens})`,
      { min: 1, max: modelCaps.limitTokens },
    ),
    ofModel: true,
    place: 16,
    typed: (plan: PlanOptions): TypedAs => plan.model.maxTokens,
  },
  ...samplingFlags,
  maxUsdTotal: {
    ...amount('<amount>', 'the cost limit of the run in USD; required if --max-usd is above 0.5', {
      above: 0,
      max: 10_000,
    }),
    ofModel: true,
    place: 15,
  },
  baseUrl: {
    ...text('<url>', "the address of the model's API (OPENAI_BASE_URL); only listed hosts are ranked"),
    ofModel: true,
    place: 12.5,
    refused: (typed: RunValues): string | null =>
      typed.baseUrl === null ? null : whyNoBaseUrl(typed.baseUrl),
    notQueued: 'a worker does not send its key to an address from the queue',
  },
  keyFile: {
    ...text('<file>', "the file (mode 600 or 400) with the key of the model's API, not in a variable"),
    ofModel: true,
    place: 21,
  },
  recordModel: {
    ...on('save each request to the model and each answer below --out, in files that only you can read'),
    ofModel: true,
    notQueued: 'only you may read the saved requests, so a worker does not send them',
  },
  effort: {
    ...text('<level>', "the reasoning effort of the model, in its vendor's terms (low, medium, high, ...)"),
    ofModel: true,
    place: 13,
    typed: (plan: PlanOptions): TypedAs => plan.model.effort,
  },
  priceIn: priceOf('input', 17, 'USD per million input tokens of a model without a known price'),
  priceOut: priceOf('output', 18, 'USD per million output tokens'),
  priceCacheWrite: priceOf('cacheWrite', 19, 'USD per million tokens written to a cache'),
  priceCacheRead: priceOf('cacheRead', 20, 'USD per million tokens read from a cache'),
  dryRun: {
    ...on('print the plan with its expected and maximum cost, and play nothing'),
    notQueued: 'nothing would be enqueued; use the command run',
  },
  strict: {
    ...on("exit 1 if an episode of a model's run does not pass"),
    ofModel: true,
    place: 30,
  },
  skill: {
    ...text('<file>', 'a text file that the agent gets with the goal; nothing is appended to results/'),
    place: 24,
    typed: (plan: PlanOptions): TypedAs => (plan.skill && 'file' in plan.skill ? plan.skill.file : null),
  },
  web: {
    ...text('<source>', 'the web: hermetic (fixture sites; default), live (the real web) or har:<file>'),
    place: 22,
    typed: (plan: PlanOptions): TypedAs => (plan.web === 'hermetic' ? null : plan.web),
  },
  transcripts: {
    ...text('<folder>', 'your own transcripts (<server>/<task>.jsonl or <task>.jsonl), searched first'),
    place: 26,
  },
  webRoot: {
    ...text('<folder>', 'the folder of your own fixture pages, which is searched before tasks/web'),
    place: 27,
    refused: (typed: RunValues, asked: FlagContext): string | null =>
      asked.isTyped('webRoot') && (typed.web ?? 'hermetic') !== 'hermetic'
        ? `--web-root: got --web ${typed.web}; expected the hermetic web`
        : null,
  },
  sha: text('<commit>', 'the commit that the results belong to (default: HEAD)'),
  trials: {
    ...integerOr(1, '<n>', 'the number of trials (attempts) of each task', { min: 1, max: 100 }),
    place: 32,
    again: 'run',
  },
  workers: {
    ...integer(
      '<n>',
      `the number of parallel episodes (default: ${defaultWorkers}, or 1 with --headed, --slow or --keep-browser)`,
      { min: 1, max: 64 },
    ),
    notQueued: 'each worker has its own --workers',
  },
  headed: {
    ...on('play in a window, which needs a display; nothing is appended'),
    typed: (plan: PlanOptions): TypedAs => plan.eyes.headed,
    notQueued: unseen,
  },
  slow: {
    ...integer('<ms>', 'wait this many milliseconds before each call of the agent; nothing is appended', {
      min: 1,
      max: 60_000,
    }),
    typed: (plan: PlanOptions): TypedAs => plan.eyes.slowMs,
    notQueued: unseen,
  },
  keepBrowser: {
    ...on('keep the browser of the first failed episode open until Ctrl-C; nothing is appended'),
    typed: (plan: PlanOptions): TypedAs => plan.eyes.keepBrowser,
    notQueued: unseen,
  },
  shard: {
    ...part('<i/n>', 'play only the i-th of n shards and append nothing; `merge` joins the shards'),
    place: 33,
    again: 'run',
    typed: (plan: PlanOptions): TypedAs => plan.shard && `${plan.shard.index}/${plan.shard.count}`,
    notQueued: 'the queue distributes the episodes to the workers',
  },
  maxSteps: {
    ...integer('<n>', 'lower the step limit of each task to n', { min: 1, max: taskCaps.maxSteps }),
    place: 28,
  },
  maxDuration: {
    ...integer('<s>', 'the time limit of each episode in seconds', {
      min: 1,
      max: taskCaps.maxDurationMs / 1000,
    }),
    place: 29,
    typed: (plan: PlanOptions): TypedAs => (plan.durationMs === null ? null : plan.durationMs / 1000),
  },
  out: {
    ...reportsFolder('the folder for reports and artefacts'),
    place: 31,
    typed: (plan: PlanOptions): TypedAs =>
      path.resolve(plan.out) === plan.project.reports ? null : plan.out,
  },
  record: {
    ...on('write a transcript of each episode that passes; a replay can repeat the transcript'),
    place: 34,
    again: 'task',
    notQueued: 'a worker does not write transcripts; use the command run',
  },
  resume: text('<run-id>', 'continue an interrupted run'),
  allowMissing: { ...on('skip tasks that have no transcript'), place: 35, again: 'run' },
  save: { ...unless('append nothing to results/'), place: 36, again: 'run' },
  reporter: text(
    '<id>',
    'how the progress is printed (`list reporters` prints all; default: list, or github in GitHub Actions)',
  ),
  verbose: on('print every event; OPENCHROME_BENCH_VERBOSE=1 has the same effect'),
} as const;

type Values = {
  [Name in keyof typeof runFlags]: (typeof runFlags)[Name] extends Flag<infer Value> ? Value : never;
};

/** The values of the flags that a command gets. An interface, because the table refers to it. */
export interface RunValues extends Values {}

/** Flags that several together form one option of a plan, or that form an option with another name. */
export type Gathered =
  | ('suite' | 'task' | 'seed' | 'server' | 'serverCommand' | 'serverId' | 'door' | 'skill')
  | ('agent' | 'agentCommand' | 'agentId' | 'agentVersion')
  | ('model' | 'maxUsd' | 'maxTokens' | 'context' | 'effort' | 'priceIn' | 'priceOut' | 'priceCacheWrite')
  | ('priceCacheRead' | 'headed' | 'slow' | 'keepBrowser' | 'maxDuration' | 'temperature' | 'modelSeed');

/** The user's options, parsed but not looked up yet: single flags by name, and options formed from several flags. */
export interface PlanOptions extends Omit<RunValues, Gathered>, ServerChoice {
  project: Project;
  /** Suites to play; empty: all. Ignored if `tasks` is set. */
  suites: string[];
  taskIds: string[];
  /** The seeds for templates, in place of the edition's. */
  seeds: number[] | null;
  adapter: string;
  /** A third-party agent in place of an adapter: its id or file, or its command line and name. */
  agent: AgentChoice | null;
  /** The oracle's solution of a task, in place of its reference solution. */
  walkthroughOf: BuiltInAgentOptions['walkthrough'] | null;
  /** A file of text that the agent gets beside the goal, or the text itself (`{ text }`). */
  skill: { file: string } | { text: string } | null;
  model: BuiltInAgentOptions['model'];
  /** Requires a model, because an accidental replay would look like a result. */
  mustBeModel: boolean;
  web: string;
  eyes: Eyes;
  /** Upper bound for the time of every task. */
  maxDurationMs: number | null;
  /** The time of every task, in place of the limit of its suite. */
  durationMs: number | null;
  /** Adds the names and the `events.jsonl` required by OpenChrome's issues. */
  openchromeNames: boolean;
  reporter: string;
  /** Checks first whether the processor is idle; takes a third of a second. */
  probe: boolean;
}

/** The command line of a server that is neither listed nor configured. */
function ownCommand({ serverCommand, serverData }: PlanOptions): string | null {
  return serverData === null ? serverCommand : null;
}

// `Object.entries` loses the names.
export const runFlagList = Object.entries<RunFlag>(runFlags) as [keyof RunValues, RunFlag][];
