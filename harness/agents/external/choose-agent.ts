import { GuestActions } from '../../browser/guest-port/guest-actions.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { customId, unknownVersion } from '../../results/records/custom-id.ts';
import { promptOf } from '../../task/given.ts';
import type { Task } from '../../task/task.ts';
import type { BuiltInAgent, BuiltInAgentOptions } from '../built-in-agent.ts';
import type { Agent, AgentInterface, Player } from '../clis/agent.ts';
import { agents, findAgent } from '../clis/index.ts';
import type { Api } from '../models/apis/api.ts';
import { chat } from '../models/apis/chat.ts';
import { apiOfModel, apis } from '../models/apis/index.ts';
import { localLimits } from '../models/local/limits.ts';
import { type WeightsOfRun, weightsOfRun } from '../models/local/weights-of-run.ts';
import { paidModel } from '../models/paid-model.ts';
import type { ModelProxy } from '../models/proxy/model-proxy.ts';
import { AgentSession, type AgentSessionOptions } from './agent-session.ts';
import { checkForWeights, localOfAgent, nameForAgents } from './agent-weights.ts';
import { findInstalled, variableOf } from './find-installed.ts';
import { CallQueue } from './gateway/gateway.ts';
import { agentOfCommand, type OwnAgent, playerOf, readOwnAgent, withVersion } from './own-agent.ts';

/** The id or the file of an agent, or a shell command with the id of its row. `door` chooses the interface. */
export type AgentChoice = ({ named: string } | { command: string; id: string | null }) & {
  door?: AgentInterface | null;
  /** The version of an unlisted agent, in place of the version in its file. */
  version?: string | null;
};

/** Throws `UserError` if the agent is missing or an option is wrong. */
export async function chooseAgent(choice: AgentChoice, options: BuiltInAgentOptions): Promise<BuiltInAgent> {
  if ('command' in choice) {
    if (choice.id === null) throw new UserError('--agent-command: needs --agent-id, the name of its row');
    return ownAdapter(agentOfCommand(choice.id, choice.command), choice, options);
  }
  const { named, version = null } = choice;
  if (named.endsWith('.json') || named.includes('/')) return ownAdapter(readOwnAgent(named), choice, options);
  const agent = findAgent(named);
  if (version !== null)
    throw new UserError(
      `--agent-version: got "${version}"; ${agent.id} always has the version of its installed package`,
    );
  if (options.local) checkForWeights(agent.id, { ...agent, api: agent.api.id });
  const model = options.local ? '' : (options.model.name ?? agent.defaultModel);
  if (model === null)
    throw new UserError(`--agent ${agent.id}: needs --model, with the name in the API of OPENAI_BASE_URL`);
  const [firstDoor] = agent.doors;
  const door = choice.door ?? firstDoor;
  if (!agent.doors.includes(door))
    throw new UserError(`--door: got "${door}"; expected one of ${agent.doors.join(', ')} for ${agent.id}`);
  const player = await listedPlayer(agent, door, model, options.env);
  return agentAdapter(player, agent.api, options, await weightsFor(options));
}

async function ownAdapter(
  file: OwnAgent,
  { door, version }: AgentChoice,
  options: BuiltInAgentOptions,
): Promise<BuiltInAgent> {
  const own = { ...(version ? withVersion(file, version) : file), door: door ?? file.door };
  if (options.local) {
    checkForWeights(own.id, { api: own.api ?? chat.id });
    return agentAdapter(playerOf(own, null, chat), chat, options, await weightsFor(options));
  }
  const model = options.model.name;
  const api = model === null ? null : (apis.find(({ id }) => id === own.api) ?? apiOfModel(model));
  return agentAdapter(playerOf(own, model, api), api, options);
}

async function weightsFor({ local, env }: BuiltInAgentOptions): Promise<WeightsOfRun | null> {
  return local ? weightsOfRun(local, env) : null;
}

/** Custom if its program is not from its package. Throws `UserError` if the program is missing. */
async function listedPlayer(
  agent: Agent,
  door: AgentInterface,
  model: string,
  env: NodeJS.ProcessEnv,
): Promise<Player> {
  const { id, args, files, env: variables, readEnd, vision } = agent;
  const found = await findInstalled(agent, env);
  if (!found)
    throw new UserError(
      `--agent ${id}: no ${programOf(agent)} found; install it with ${typedAs} agents install ${id}, or set ${variableOf(agent)} to its path`,
    );
  return {
    id: found.identity === null ? customId(id) : id,
    version: found.version ?? unknownVersion,
    ...found.identity,
    ...(vision === undefined ? {} : { vision }),
    door,
    model,
    files,
    env: variables,
    readEnd,
    command: (start) => [found.starter, ...args(start, found.program)],
  };
}

function programOf({ package: wanted }: Agent): string {
  return ('bin' in wanted ? wanted.bin : null) ?? wanted.name;
}

/** An external agent in the form of a built-in agent. `weights`: its model, in place of an API. Throws `UserError`. */
export function agentAdapter(
  given: Player,
  api: Api | null,
  {
    skill,
    model: flags,
    heard,
    acpAnswered,
    ...options
  }: Pick<
    BuiltInAgentOptions,
    'skill' | 'model' | 'env' | 'key' | 'pace' | 'record' | 'heard' | 'acpAnswered'
  >,
  weights: WeightsOfRun | null = null,
): BuiltInAgent {
  const player = weights ? { ...given, model: nameForAgents(weights) } : given;
  for (const [flag, value] of [
    ['--max-tokens', flags.maxTokens],
    ['--context', flags.context],
    ['--effort', flags.effort],
    ['--temperature', flags.sampling?.temperature ?? null],
    ['--model-seed', flags.sampling?.seed ?? null],
  ])
    if (value !== null)
      throw new UserError(`${flag}: cannot be set for ${player.id}, because the agent sets it itself`);
  const paid =
    weights === null && api && player.model !== null
      ? paidModel({
          ...options,
          api,
          model: player.model,
          flags,
          // The agent itself chooses the length of answers; the harness sets no limit.
          maxTokensPerTurn: null,
        })
      : null;
  const openProxy: ((task: Task, trial: number, ...asked: Asked) => Promise<ModelProxy>) | null = weights
    ? ({ id }, trial, clock, refused) =>
        weights.openProxy({ taskId: id, trial }, clock, { turnTokens: localLimits.turnTokens, refused })
    : paid && ((task, _, clock, refused) => paid.openProxy(task, clock, refused));
  return {
    id: player.id,
    kind: 'agent',
    model: player.model,
    agent: {
      version: player.version,
      door: player.door,
      package: player.package ?? null,
      sha256: player.sha256 ?? null,
      ...(player.runtime === undefined ? {} : { runtime: player.runtime }),
      ...(player.vision === undefined ? {} : { vision: player.vision }),
    },
    ...(paid && { spending: paid.spending }),
    ...(weights && localOfAgent(player.id, weights)),
    open: async (task, _server, trial = 1, place) => {
      if (!place) throw new Error('no place to run the agent in');
      const calls = new CallQueue();
      const actions = player.door === 'cdp' ? actionsInto(calls) : null;
      const session = new AgentSession({
        player,
        calls,
        actions,
        prompt: promptOf(task, task, skill, player.door === 'cdp'),
        task,
        maxSteps: task.maxSteps,
        place,
        heard,
        acpAnswered,
        openProxy: openProxy && ((...asked) => openProxy(task, trial, ...asked)),
      });
      return { session, ...(actions && { actions }) };
    },
  };
}

type Asked = Parameters<NonNullable<AgentSessionOptions['openProxy']>>;

/** Puts its actions on the browser into the queue of calls, so that they run one at a time. */
function actionsInto(calls: CallQueue): GuestActions {
  const forever = new AbortController().signal;
  return new GuestActions(({ tool, args }) => void calls.ask({ name: tool, arguments: args }, forever));
}

export type AgentHere = {
  id: string;
  doors: readonly AgentInterface[];
  /** Null if it is not installed; `unknown` if the installation has no version. */
  version: string | null;
  /** The pinned version. */
  wanted: string;
  program: string | null;
  /** How to provide it, if it is missing. */
  how: string;
};

/** The installation of each listed agent on this machine. Throws `UserError` if a variable names a missing file. */
export async function agentsHere(env: NodeJS.ProcessEnv): Promise<AgentHere[]> {
  return Promise.all(
    agents.map(async (agent) => {
      const found = await findInstalled(agent, env);
      return {
        id: agent.id,
        doors: agent.doors,
        version: found ? (found.version ?? unknownVersion) : null,
        wanted: agent.package.version,
        program: found?.program ?? null,
        how: found ? '' : `, or ${variableOf(agent)}`,
      };
    }),
  );
}
