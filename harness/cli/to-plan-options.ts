import { doors } from '../agents/clis/agent.ts';
import { findBuiltInAgent, modelAgentNames } from '../agents/index.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { flagName } from '../platform/flags.ts';
import { isSet, wantsProbe } from '../platform/process/switches.ts';
import { planOptions } from '../run/plan.ts';
import { type PlanOptions, type RunValues, runFlagList } from '../run/plan-options.ts';
import type { Context } from './commands/command.ts';
import { inProject, serverChoice } from './server-choice.ts';

type CommandContext = Pick<Context, 'project' | 'config' | 'options' | 'env' | 'json'>;

/** Options override the environment. Throws `UserError`. */
export function toPlanOptions(
  values: RunValues,
  { project, config, options, env, json }: CommandContext,
  { web = 'hermetic', adapter = 'replay' }: { web?: string; adapter?: string } = {},
): PlanOptions {
  const ofFile = values.modelFile === null ? null : 'local';
  const decides = values.adapter ?? ofFile ?? (env.OPENCHROME_BENCH_ADAPTER || adapter);
  refuseIdleFlags(values, decides, { config, options });
  return planOptions(
    { ...values, model: values.model ?? (ofFile ? null : env.OPENCHROME_BENCH_MODEL || null) },
    {
      project,
      ...serverChoice(values, { config, project }),
      adapter: decides,
      agent: agentOf(values, config, project),
      web: values.web ?? web,
      // A run with a skill answers another question, so it is not for the leaderboard.
      save: values.save && values.skill === null,
      reporter: reporterOf(values.reporter, env, json),
      verbose: values.verbose || isSet(env.OPENCHROME_BENCH_VERBOSE),
      probe: wantsProbe(env),
    },
  );
}

/**
 * Rejects typed flags without effect. An option of a configuration may have no effect, because it is for every run.
 * Throws `UserError`.
 */
function refuseIdleFlags(
  values: RunValues,
  adapter: string,
  { config, options }: Pick<Context, 'config' | 'options'>,
): void {
  const [first = 'playwright'] = config.servers ?? [];
  const usualServer = typeof first === 'object' ? first.id : first;
  for (const [, { refused }] of runFlagList) {
    const why = refused?.(values, { adapter, usualServer, isTyped });
    if (why) throw new UserError(why);
  }
  const [idle] = runFlagList.find(([name, { ofModel }]) => ofModel && isTyped(name)) ?? [];
  const asksModel = values.agent !== null || values.agentCommand !== null;
  if (idle !== undefined && !asksModel && findBuiltInAgent(adapter).kind !== 'model')
    throw new UserError(
      `${flagName(idle)}: this flag is for a model, but --adapter ${adapter} uses none; choose --adapter ${modelAgentNames}, or an --agent`,
    );

  function isTyped(name: keyof RunValues): boolean {
    const value = values[name];
    if (value === null || value === false) return false;
    return !Object.values(options).some((configured) => configured?.[name] === value);
  }
}

/** The agent of the flags, which may be an agent of the configuration. Throws `UserError`. */
export function agentOf(
  {
    agent,
    agentCommand,
    agentId,
    agentVersion,
    door,
  }: Pick<RunValues, 'agent' | 'agentCommand' | 'agentId' | 'agentVersion' | 'door'>,
  { agents = [] }: Context['config'],
  project: Context['project'],
): PlanOptions['agent'] {
  if (agent === null && agentCommand === null) return null;
  const asked = doors.find((each) => each === door);
  if (door !== null && asked === undefined)
    throw new UserError(`--door: found "${door}"; allowed is ${doors.join(', ')}`);
  const version = agentVersion === null ? {} : { version: agentVersion };
  const own = agents.find(({ id }) => id === agent);
  if (own)
    return {
      command: inProject(own.command, project),
      id: own.id,
      ...version,
      door: asked ?? own.door ?? null,
    };
  const choice =
    agentCommand === null
      ? { named: agent ?? '' }
      : { command: inProject(agentCommand, project), id: agentId };
  return { ...choice, ...version, door: asked ?? null };
}

function reporterOf(asked: string | null, env: NodeJS.ProcessEnv, json: boolean): string {
  if (!json) return asked ?? (isSet(env.GITHUB_ACTIONS) ? 'github' : 'list');
  if (asked === null || asked === 'none') return 'none';
  throw new UserError(
    `--reporter ${asked}: with --json, standard output has only the outcome; leave --reporter out`,
  );
}
