import { type Command, InvalidArgumentError } from 'commander';
import { modelAdapterNames } from '../adapters/index.ts';
import { modelCaps } from '../adapters/model/caps.ts';
import { isSet } from '../run/environment.ts';
import type { PlanOptions } from '../run/plan.ts';
import { reporterNames } from '../run/reporters/index.ts';
import { taskCaps } from '../task/task.ts';
import { thisProject } from './this-project.ts';

type PlanFlags = {
  suite: string[];
  task: string[];
  tasks?: string;
  server: string;
  serverCommand?: string;
  serverId?: string;
  adapter?: string;
  script?: string;
  skill?: string;
  model?: string;
  maxUsd?: number;
  maxTokens?: number;
  priceIn?: number;
  priceOut?: number;
  priceCacheWrite?: number;
  priceCacheRead?: number;
  dryRun?: true;
  strict?: true;
  web?: string;
  transcripts?: string;
  webRoot?: string;
  sha?: string;
  trials: number;
  workers: number;
  shard?: PlanOptions['shard'];
  maxSteps?: number;
  out: string;
  record?: true;
  resume?: string;
  allowMissing?: true;
  save: boolean;
  reporter?: string;
  verbose?: true;
};

export function addPlanOptions(command: Command): Command {
  const several = (value: string, before: string[]) => [...before, ...value.split(',').filter(Boolean)];
  return command
    .option(
      '--suite <name>',
      'a suite (see list tasks); again or with commas for several (default: all that start)',
      several,
      [],
    )
    .option('--task <id>', 'only this task; again or with commas for several', several, [])
    .option('--tasks <path>', 'your own task file or folder (.md, .json) instead of the suites')
    .option('--server <id>', 'the MCP browser server under test', 'playwright')
    .option('--server-command <line>', 'any other server: its command line with {endpoint} or {port}')
    .option('--server-id <id>', 'the name of that server')
    .option(
      '--adapter <id>',
      'what decides the tool calls (see list adapters; default: replay, or OPENCHROME_BENCH_ADAPTER)',
    )
    .option('--script <file>', 'the calls of --adapter script')
    .option('--model <name>', `the model of --adapter ${modelAdapterNames} (or OPENCHROME_BENCH_MODEL)`)
    .option(
      '--max-usd <amount>',
      'lowers what an episode of a model may cost',
      amount(0, modelCaps.maxUsdPerTask),
    )
    .option(
      '--max-tokens <n>',
      'lowers the output tokens of a turn of a model',
      integer(1, modelCaps.maxTokensPerTurn),
    )
    .option('--price-in <usd>', 'USD per million input tokens of a model without a known price', amount(0))
    .option('--price-out <usd>', 'USD per million output tokens', amount(0))
    .option('--price-cache-write <usd>', 'USD per million tokens written to a cache', amount(0))
    .option('--price-cache-read <usd>', 'USD per million tokens read from a cache', amount(0))
    .option('--dry-run', 'say what would be played and what it could cost, and play nothing')
    .option('--strict', 'exit 1 where an episode of a model run did not pass')
    .option('--skill <file>', 'text that the agent is given beside the goal; nothing is appended')
    .option('--web <source>', 'hermetic, live or har:<file> (default: hermetic)')
    .option('--transcripts <folder>', 'your own transcripts, <server>/<task>.jsonl or flat, looked at first')
    .option('--web-root <folder>', 'your own stand-in pages, looked at before tasks/web')
    .option('--sha <commit>', 'the commit of the thing under test (default: GITHUB_SHA, else HEAD)')
    .option('--trials <n>', 'attempts at each task', integer(1, 100), 1)
    .option('--workers <n>', 'episodes side by side', integer(1, 64), 1)
    .option('--shard <i/n>', 'only the i-th of n parts, for the command merge; nothing is appended', shard)
    .option('--max-steps <n>', 'lowers every task to at most n steps', integer(1, taskCaps.maxSteps))
    .option('--out <folder>', 'where reports and artefacts go', 'reports')
    .option('--record', 'write a transcript of each episode that passes')
    .option('--resume <run-id>', 'go on with a run that was cut short')
    .option('--allow-missing', 'leave out tasks that have no transcript')
    .option('--no-save', 'append nothing to results/')
    .option('--reporter <id>', `${reporterNames} (default: list; github in GitHub Actions)`)
    .option('--verbose', 'print every event (or OPENCHROME_BENCH_VERBOSE=1)');
}

/** Flags beat the environment. */
export function toPlanOptions(
  flags: PlanFlags,
  env: NodeJS.ProcessEnv,
  { web = 'hermetic', adapter = 'replay' }: { web?: string; adapter?: string } = {},
): PlanOptions {
  return {
    project: thisProject,
    suites: flags.suite,
    taskIds: flags.task,
    tasks: flags.tasks ?? null,
    server: flags.serverCommand ? (flags.serverId ?? 'custom') : flags.server,
    serverCommand: flags.serverCommand ?? null,
    adapter: flags.adapter ?? (env.OPENCHROME_BENCH_ADAPTER || adapter),
    script: flags.script ?? null,
    skill: flags.skill === undefined ? null : { file: flags.skill },
    model: {
      name: flags.model ?? (env.OPENCHROME_BENCH_MODEL || null),
      maxUsd: flags.maxUsd ?? null,
      maxTokens: flags.maxTokens ?? null,
      price: {
        input: flags.priceIn ?? null,
        output: flags.priceOut ?? null,
        cacheWrite: flags.priceCacheWrite ?? null,
        cacheRead: flags.priceCacheRead ?? null,
      },
    },
    mustBeModel: false,
    dryRun: flags.dryRun ?? false,
    strict: flags.strict ?? false,
    web: flags.web ?? web,
    transcripts: flags.transcripts ?? null,
    webRoot: flags.webRoot ?? null,
    sha: flags.sha ?? null,
    trials: flags.trials,
    workers: flags.workers,
    shard: flags.shard ?? null,
    maxSteps: flags.maxSteps ?? null,
    maxDurationMs: null,
    out: flags.out,
    record: flags.record ?? false,
    resume: flags.resume ?? null,
    allowMissing: flags.allowMissing ?? false,
    // With a skill it is another question: the answer is none of the leaderboard's.
    save: flags.save && flags.skill === undefined,
    openchromeNames: false,
    reporter: flags.reporter ?? (isSet(env.GITHUB_ACTIONS) ? 'github' : 'list'),
    verbose: flags.verbose ?? isSet(env.OPENCHROME_BENCH_VERBOSE),
    probe: env.CONTRACT_BENCH_PROBE === undefined || isSet(env.CONTRACT_BENCH_PROBE),
  };
}

export function integer(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`found "${text}"; allowed is a whole number from ${least} to ${most}.`);
  };
}

function shard(text: string): { index: number; count: number } {
  const [, index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError(`found "${text}"; allowed is i/n with i from 1 to n, as in 1/4.`);
}

/** A number above `least`; a price may be 0 (a model of one's own), a cap may not. */
function amount(least: number, most = Number.POSITIVE_INFINITY) {
  const isCap = most !== Number.POSITIVE_INFINITY;
  return (text: string): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (Number.isFinite(value) && value <= most && (isCap ? value > least : value >= least)) return value;
    throw new InvalidArgumentError(
      `found "${text}"; allowed is a number ${isCap ? `above ${least} and at most ${most}` : `of at least ${least}`}.`,
    );
  };
}
