import { UserError } from '../../platform/errors/user-error.ts';
import { typedAs } from '../../platform/words/typed-as.ts';
import { findProgram } from '../../servers/installs/install-package.ts';
import type { Agent, Door } from '../clis/agent.ts';
import type { Player } from './player.ts';

/** The variable that names the program of an agent, for one that is elsewhere: `CLAUDE_CODE_BIN`. */
export function variableOf({ id }: Pick<Agent, 'id'>): string {
  return `${id.toUpperCase().replaceAll('-', '_')}_BIN`;
}

/** Throws `UserError` where its program is not there. */
export async function listedPlayer(
  agent: Agent,
  door: Door,
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
    id,
    version: found.version ?? 'unknown',
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
