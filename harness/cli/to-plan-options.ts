import { doors } from '../agents/clis/agent.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { isSet, wantsProbe } from '../platform/process/switches.ts';
import type { PlanOptions } from '../run/plan.ts';
import type { Context } from './commands/command.ts';
import { refuseIdleFlags } from './idle-flags.ts';
import type { RunValues } from './run-options.ts';
import { inProject, serverChoice } from './server-choice.ts';

/** Options beat the environment. Throws `UserError`. */
export function toPlanOptions(
  values: RunValues,
  { project, config, options, env, json }: Pick<Context, 'project' | 'config' | 'options' | 'env' | 'json'>,
  { web = 'hermetic', adapter = 'replay' }: { web?: string; adapter?: string } = {},
): PlanOptions {
  const decides = values.adapter ?? (env.OPENCHROME_BENCH_ADAPTER || adapter);
  refuseIdleFlags(values, decides, { config, options });
  return {
    project,
    suites: [...values.suite],
    taskIds: [...values.task],
    seeds: values.seed === null ? null : values.seed.split(',').map(seedOf),
    tasks: values.tasks,
    ...serverChoice(values, { config, project }),
    adapter: decides,
    agent: agentOf(values, config, project),
    script: values.script,
    walkthroughOf: null,
    skill: values.skill === null ? null : { file: values.skill },
    model: {
      name: values.model ?? (env.OPENCHROME_BENCH_MODEL || null),
      maxUsd: values.maxUsd,
      maxTokens: values.maxTokens,
      effort: values.effort,
      price: {
        input: values.priceIn,
        output: values.priceOut,
        cacheWrite: values.priceCacheWrite,
        cacheRead: values.priceCacheRead,
      },
    },
    mustBeModel: false,
    dryRun: values.dryRun,
    strict: values.strict,
    web: values.web ?? web,
    transcripts: values.transcripts,
    webRoot: values.webRoot,
    sha: values.sha,
    trials: values.trials,
    workers: values.workers,
    eyes: { headed: values.headed, slowMs: values.slow, keepBrowser: values.keepBrowser },
    shard: values.shard,
    maxSteps: values.maxSteps,
    maxDurationMs: null,
    durationMs: values.maxDuration === null ? null : values.maxDuration * 1000,
    maxUsdTotal: values.maxUsdTotal,
    keyFile: values.keyFile,
    recordModel: values.recordModel,
    out: values.out,
    record: values.record,
    resume: values.resume,
    allowMissing: values.allowMissing,
    // With a skill it is another question: the answer is none of the leaderboard's.
    save: values.save && values.skill === null,
    openchromeNames: false,
    reporter: reporterOf(values.reporter, env, json),
    verbose: values.verbose || isSet(env.OPENCHROME_BENCH_VERBOSE),
    probe: wantsProbe(env),
  };
}

/** Throws `UserError`. */
function agentOf(
  { agent, agentCommand, agentId, door, adapter }: RunValues,
  { agents = [] }: Context['config'],
  project: Context['project'],
): PlanOptions['agent'] {
  if (agent === null && agentCommand === null) {
    if (agentId !== null) throw new UserError('--agent-id: it is the name of an --agent-command; found none');
    if (door !== null) throw new UserError('--door: it is that of an --agent or --agent-command; found none');
    return null;
  }
  if (agent !== null && agentCommand !== null)
    throw new UserError('--agent and --agent-command: choose one of them');
  if (adapter !== null)
    throw new UserError(
      `--adapter ${adapter} and ${agent === null ? '--agent-command' : '--agent'}: both would decide the calls; choose one of them`,
    );
  const asked = doors.find((each) => each === door);
  if (door !== null && asked === undefined)
    throw new UserError(`--door: found "${door}"; allowed is ${doors.join(', ')}`);
  const own = agents.find(({ id }) => id === agent);
  if (own) return { command: inProject(own.command, project), id: own.id, door: asked ?? own.door ?? null };
  const choice =
    agentCommand === null
      ? { named: agent ?? '' }
      : { command: inProject(agentCommand, project), id: agentId };
  return { ...choice, door: asked ?? null };
}

/** Throws `UserError`. */
export function seedOf(said: string): number {
  const seed = Number(said);
  if (/^\d+$/.test(said.trim()) && Number.isSafeInteger(seed)) return seed;
  throw new UserError(`--seed: found "${said}"; allowed are whole numbers from 0 on, with commas between`);
}

function reporterOf(asked: string | null, env: NodeJS.ProcessEnv, json: boolean): string {
  if (!json) return asked ?? (isSet(env.GITHUB_ACTIONS) ? 'github' : 'list');
  if (asked === null || asked === 'none') return 'none';
  throw new UserError(
    `--reporter ${asked}: with --json standard output holds the outcome alone; leave it out`,
  );
}
