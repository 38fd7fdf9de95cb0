import { modelCaps } from '../agents/models/caps.ts';
import { defaultWorkers } from '../run/default-workers.ts';
import { taskCaps } from '../task/task-caps.ts';
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
} from './flags.ts';

/** The options of every command that plays. */
export const runOptions = {
  suite: texts(
    '<name>',
    'only this suite (see list suites); again or with commas for several (default: all)',
  ),
  task: texts('<id>', 'only this task; again or with commas for several'),
  seed: text(
    '<n>',
    'the world that tasks of templates are made in, in place of those of the edition; with commas for several',
  ),
  tasks: text('<path>', 'your own task file or folder (.md, .json) instead of the suites'),
  server: { ...textOr('playwright', '<id>', 'the MCP browser server under test'), ofProject: 'server' },
  serverCommand: text('<line>', 'any other server: its command line with {endpoint}, {port} or {chromium}'),
  serverId: text('<id>', 'the name of that server'),
  adapter: text(
    '<id>',
    'what decides the tool calls (see list adapters; default: replay, or OPENCHROME_BENCH_ADAPTER)',
  ),
  agent: text(
    '<id|file>',
    "somebody's agent in place of an adapter (see agents), or a file that tells of yours",
  ),
  agentCommand: text('<line>', 'any other agent: its line for the shell, told by variables what to do'),
  agentId: text('<id>', 'the name of that agent'),
  door: text(
    '<door>',
    'how the agent is let in: mcp, cdp or acp (default: the first of those that it knows)',
  ),
  script: text('<file>', 'the calls of --adapter script'),
  model: text(
    '<name>',
    'the model of an adapter that asks one (see list adapters; or OPENCHROME_BENCH_MODEL)',
  ),
  maxUsd: amount(
    '<amount>',
    'what an episode of a model may cost (default: what its suite says, mostly 0.5)',
    {
      above: 0,
      max: modelCaps.limitUsd,
    },
  ),
  maxTokens: integer(
    '<n>',
    `output tokens of a turn of a model, thinking included (default: ${modelCaps.defaultTokens})`,
    { min: 1, max: modelCaps.limitTokens },
  ),
  maxUsdTotal: amount(
    '<amount>',
    'what all episodes together may cost; needed where --max-usd is above 0.5',
    {
      above: 0,
      max: 10_000,
    },
  ),
  keyFile: text('<file>', "the key of a model's API in a file of mode 600, in place of a variable"),
  recordModel: on('keep every request to a model and its answer below --out, for your eyes alone'),
  effort: text('<level>', "how hard a model is to think, in its vendor's words (low, medium, high, ...)"),
  priceIn: amount('<usd>', 'USD per million input tokens of a model without a known price', { min: 0 }),
  priceOut: amount('<usd>', 'USD per million output tokens', { min: 0 }),
  priceCacheWrite: amount('<usd>', 'USD per million tokens written to a cache', { min: 0 }),
  priceCacheRead: amount('<usd>', 'USD per million tokens read from a cache', { min: 0 }),
  dryRun: on('say what would be played and what it could cost, and play nothing'),
  strict: on('exit 1 where an episode of a model run did not pass'),
  skill: text('<file>', 'text that the agent is given beside the goal; nothing is appended'),
  web: text('<source>', 'hermetic, live or har:<file> (default: hermetic)'),
  transcripts: text('<folder>', 'your own transcripts, <server>/<task>.jsonl or flat, looked at first'),
  webRoot: text('<folder>', 'your own stand-in pages, looked at before tasks/web'),
  sha: text('<commit>', 'the commit of the thing under test (default: GITHUB_SHA, else HEAD)'),
  trials: integerOr(1, '<n>', 'attempts at each task', { min: 1, max: 100 }),
  workers: integer('<n>', `episodes side by side (default: ${defaultWorkers}, or 1 in a window)`, {
    min: 1,
    max: 64,
  }),
  headed: on('play in a window, where a display is; nothing is appended'),
  slow: integer('<ms>', 'wait so long before each call of the agent; nothing is appended', {
    min: 1,
    max: 60_000,
  }),
  keepBrowser: on(
    'leave the browser of the first episode that does not pass open, until Ctrl-C; nothing is appended',
  ),
  shard: part('<i/n>', 'only the i-th of n parts, for the command merge; nothing is appended'),
  maxSteps: integer('<n>', 'lowers every task to at most n steps', { min: 1, max: taskCaps.maxSteps }),
  maxDuration: integer('<s>', 'seconds for every task, in place of what its suite says', {
    min: 1,
    max: taskCaps.maxDurationMs / 1000,
  }),
  out: reportsFolder('where reports and artefacts go'),
  record: on('write a transcript of each episode that passes'),
  resume: text('<run-id>', 'go on with a run that was cut short'),
  allowMissing: on('leave out tasks that have no transcript'),
  save: unless('append nothing to results/'),
  reporter: text(
    '<id>',
    'who tells how the run goes (see list reporters; default: list, github in GitHub Actions)',
  ),
  verbose: on('print every event (or OPENCHROME_BENCH_VERBOSE=1)'),
} as const;

/** What a command is handed of them. */
export type RunValues = {
  [Name in keyof typeof runOptions]: (typeof runOptions)[Name] extends Flag<infer Value> ? Value : never;
};

/** Where the queue is that `enqueue` and `work` share. */
export const queueOption = text(
  '<url>',
  'the Redis of the queue, redis://host:port (or CONTRACT_BENCH_QUEUE)',
);
