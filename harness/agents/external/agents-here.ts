import { findProgram } from '../../servers/installs/install-package.ts';
import type { Door } from '../clis/agent.ts';
import { agents } from '../clis/index.ts';
import { variableOf } from './listed-player.ts';

export type AgentHere = {
  id: string;
  doors: readonly Door[];
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
        version: found ? (found.version ?? 'unknown') : null,
        wanted: agent.package.version,
        program: found?.program ?? null,
        how: found ? '' : `, or ${variableOf(agent)}`,
      };
    }),
  );
}
