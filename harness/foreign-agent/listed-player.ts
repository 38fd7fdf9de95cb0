import type { Agent } from '../agents/agent.ts';
import type { Player } from './player.ts';

/** Throws `UserError` where its program is not there. */
export async function listedPlayer(agent: Agent, model: string, _env: NodeJS.ProcessEnv): Promise<Player> {
  const {
    id,
    doors,
    package: { version, bin },
    args,
    files,
    env,
    readEnd,
  } = agent;
  return {
    id,
    version,
    door: doors[0],
    model,
    files,
    env,
    readEnd,
    command: (start) => [bin, ...args(start)],
  };
}
