import { UserError } from '../../platform/errors/user-error.ts';
import type { Adapter, AdapterOptions } from '../adapter.ts';
import type { Door } from '../clis/agent.ts';
import { findAgent } from '../clis/index.ts';
import { agentAdapter } from './agent-adapter.ts';
import { agentApis, apiOfModel } from './agent-apis.ts';
import { listedPlayer } from './listed-player.ts';
import { agentOfCommand, type OwnAgent, playerOf, readOwnAgent } from './own-agent.ts';

/** The id or the file of an agent; or a line for the shell, and the id of its row. And its door, where one is asked for. */
export type AgentChoice = ({ named: string } | { command: string; id: string | null }) & {
  door?: Door | null;
};

/** Throws `UserError` where it is not there, or is told wrongly. */
export async function chooseAgent(choice: AgentChoice, options: AdapterOptions): Promise<Adapter> {
  if ('command' in choice) {
    if (choice.id === null)
      throw new UserError('--agent-command: needs --agent-id, what its row is to be called');
    return ownAdapter(agentOfCommand(choice.id, choice.command), choice, options);
  }
  const { named } = choice;
  if (named.endsWith('.json') || named.includes('/')) return ownAdapter(readOwnAgent(named), choice, options);
  const agent = findAgent(named);
  const model = options.model.name ?? agent.defaultModel;
  if (model === null)
    throw new UserError(`--agent ${agent.id}: needs --model, as the API of OPENAI_BASE_URL calls it`);
  const [firstDoor] = agent.doors;
  const door = choice.door ?? firstDoor;
  if (!agent.doors.includes(door))
    throw new UserError(`--door: found "${door}"; of ${agent.id} it may be ${agent.doors.join(', ')}`);
  const player = await listedPlayer(agent, door, model, options.env);
  return agentAdapter(player, agentApis[agent.api], options);
}

function ownAdapter(own: OwnAgent, { door }: AgentChoice, options: AdapterOptions): Adapter {
  const model = options.model.name;
  const api = model === null ? undefined : (own.api ?? apiOfModel(model));
  return agentAdapter(
    playerOf({ ...own, api, door: door ?? own.door }, model),
    api ? agentApis[api] : null,
    options,
  );
}
