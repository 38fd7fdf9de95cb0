import { GuestActions } from '../../browser/guest-port/guest-actions.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { customId, unknownVersion } from '../../results/records/custom-id.ts';
import { findProgram, packageSha256 } from '../../servers/installs/install-package.ts';
import { promptOf } from '../../task/given.ts';
import type { BuiltInAgent, BuiltInAgentOptions } from '../built-in-agent.ts';
import type { Agent, AgentInterface, Player } from '../clis/agent.ts';
import { agents, findAgent } from '../clis/index.ts';
import type { Api } from '../models/apis/api.ts';
import { apiOfModel, apis } from '../models/apis/index.ts';
import { paidModel } from '../models/paid-model.ts';
import { AgentSession } from './agent-session.ts';
import { CallQueue } from './gateway/gateway.ts';
import { agentOfCommand, type OwnAgent, playerOf, readOwnAgent, withVersion } from './own-agent.ts';

/** The id or the file of an agent; or a line for the shell, and the id of its row. And its door, where one is asked for. */
export type AgentChoice = ({ named: string } | { command: string; id: string | null }) & {
  door?: AgentInterface | null;
  /** Of an agent that the list does not hold; in place of the version in its file. */
  version?: string | null;
};

/** Throws `UserError` where it is not there, or is told wrongly. */
export async function chooseAgent(choice: AgentChoice, options: BuiltInAgentOptions): Promise<BuiltInAgent> {
  if ('command' in choice) {
    if (choice.id === null)
      throw new UserError('--agent-command: needs --agent-id, what its row is to be called');
    return ownAdapter(agentOfCommand(choice.id, choice.command), choice, options);
  }
  const { named, version = null } = choice;
  if (named.endsWith('.json') || named.includes('/')) return ownAdapter(readOwnAgent(named), choice, options);
  const agent = findAgent(named);
  if (version !== null)
    throw new UserError(
      `--agent-version: found "${version}"; the version of ${agent.id} is that of its installed package`,
    );
  const model = options.model.name ?? agent.defaultModel;
  if (model === null)
    throw new UserError(`--agent ${agent.id}: needs --model, as the API of OPENAI_BASE_URL calls it`);
  const [firstDoor] = agent.doors;
  const door = choice.door ?? firstDoor;
  if (!agent.doors.includes(door))
    throw new UserError(`--door: found "${door}"; of ${agent.id} it may be ${agent.doors.join(', ')}`);
  const player = await listedPlayer(agent, door, model, options.env);
  return agentAdapter(player, agent.api, options);
}

function ownAdapter(
  file: OwnAgent,
  { door, version }: AgentChoice,
  options: BuiltInAgentOptions,
): BuiltInAgent {
  const own = version ? withVersion(file, version) : file;
  const model = options.model.name;
  const api = model === null ? null : (apis.find(({ id }) => id === own.api) ?? apiOfModel(model));
  return agentAdapter(playerOf({ ...own, door: door ?? own.door }, model, api), api, options);
}

/** The variable that names the program of an agent, for one that is elsewhere: `CLAUDE_CODE_BIN`. */
export function variableOf({ id }: Pick<Agent, 'id'>): string {
  return `${id.toUpperCase().replaceAll('-', '_')}_BIN`;
}

/** Custom if its program is not one of its package. Throws `UserError` where its program is not there. */
async function listedPlayer(
  agent: Agent,
  door: AgentInterface,
  model: string,
  env: NodeJS.ProcessEnv,
): Promise<Player> {
  const { id, args, files, env: variables, readEnd } = agent;
  const found = await findProgram(agent.package, variableOf(agent), env);
  if (!found)
    throw new UserError(
      `--agent ${id}: found no ${agent.package.bin ?? agent.package.name}; install it by ${typedAs} agents install ${id}, or name it by ${variableOf(agent)}`,
    );
  return {
    id: found.folder === null ? customId(id) : id,
    version: found.version ?? unknownVersion,
    ...(found.folder === null
      ? {}
      : { package: agent.package.name, sha256: await packageSha256(found.folder) }),
    door,
    model,
    files,
    env: variables,
    readEnd,
    command: (start) => [
      agent.package.bin === null ? process.execPath : found.program,
      ...args(start, found.program),
    ],
  };
}

/** An agent of somebody's as what decides the calls. Throws `UserError`. */
export function agentAdapter(
  player: Player,
  api: Api | null,
  {
    skill,
    model: flags,
    heard,
    ...options
  }: Pick<BuiltInAgentOptions, 'skill' | 'model' | 'env' | 'key' | 'pace' | 'record' | 'heard'>,
): BuiltInAgent {
  for (const [flag, value] of [
    ['--max-tokens', flags.maxTokens],
    ['--effort', flags.effort],
  ])
    if (value !== null)
      throw new UserError(`${flag}: an agent sets this itself; it cannot be set for ${player.id}`);
  const paid =
    api && player.model !== null
      ? paidModel({
          ...options,
          api,
          model: player.model,
          flags,
          // How long an answer may be is the agent's own choice, and nothing of ours holds it to a length.
          maxTokensPerTurn: null,
        })
      : null;
  return {
    id: player.id,
    kind: 'agent',
    model: player.model,
    agent: {
      version: player.version,
      door: player.door,
      package: player.package ?? null,
      sha256: player.sha256 ?? null,
    },
    ...(paid && { spending: paid.spending }),
    open: async (task, _server, _trial, place) => {
      if (!place) throw new Error('an agent has no place to run in');
      const calls = new CallQueue();
      const actions = player.door === 'cdp' ? actionsInto(calls) : null;
      const session = new AgentSession({
        player,
        calls,
        actions,
        prompt: promptOf(task, task, skill),
        task,
        maxSteps: task.maxSteps,
        place,
        heard,
        openProxy: paid && ((clock, refused) => paid.openProxy(task, clock, refused)),
      });
      return { session, ...(actions && { actions }) };
    },
  };
}

/** What it does to the browser waits among the calls, to be played one after the other. */
function actionsInto(calls: CallQueue): GuestActions {
  const forever = new AbortController().signal;
  return new GuestActions(({ tool, args }) => void calls.ask({ name: tool, arguments: args }, forever));
}

export type AgentHere = {
  id: string;
  doors: readonly AgentInterface[];
  /** Null where it is not there, and `unknown` where what is there does not say. */
  version: string | null;
  /** The pinned one. */
  wanted: string;
  program: string | null;
  /** By what else it could be named, where it is missing. */
  how: string;
};

/** Each agent of the list, and what of it is on this machine. Throws `UserError` where a variable names no file. */
export async function agentsHere(env: NodeJS.ProcessEnv): Promise<AgentHere[]> {
  return Promise.all(
    agents.map(async (agent) => {
      const found = await findProgram(agent.package, variableOf(agent), env);
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
