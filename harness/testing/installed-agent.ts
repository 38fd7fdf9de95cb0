import type { Agent } from '../agents/clis/agent.ts';
import { findInstalled, installAgent } from '../agents/external/find-installed.ts';

/** The program of a listed agent, installed at its pinned version. Empty if the registry did not give it, except in CI. */
export async function installedAgent(agent: Agent): Promise<string> {
  const folder = await installAgent(agent, process.env, null).catch((error: Error) => {
    if (process.env.CI) throw error;
    process.stderr.write(`${agent.package.name} ${agent.package.version}: not tried: ${error.message}\n`);
    return null;
  });
  return folder === null ? '' : ((await findInstalled(agent, process.env))?.program ?? '');
}
