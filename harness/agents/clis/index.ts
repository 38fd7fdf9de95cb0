import { UserError } from '../../platform/errors/user-error.ts';
import { thereIs } from '../../platform/words/known-names.ts';
import type { Run } from '../../results/records/result.ts';
import type { Agent } from './agent.ts';
import { browserUse, browserUseVision } from './browser-use.ts';
import { claudeCode } from './claude-code.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { geminiCli } from './gemini-cli.ts';
import { magnitude } from './magnitude.ts';
import { opencode } from './opencode.ts';
import { qwenCode } from './qwen-code.ts';
import { stagehand } from './stagehand.ts';

export const agents: readonly Agent[] = [
  ...[claudeCode, codex, geminiCli, qwenCode, opencode, cline],
  ...[stagehand, browserUse, browserUseVision, magnitude],
];

/** Throws `UserError`. */
export function findAgent(id: string): Agent {
  const agent = agents.find((each) => each.id === id);
  if (agent) return agent;
  throw new UserError(
    `--agent: unknown agent "${id}"; ${thereIs(
      id,
      agents.map((each) => each.id),
    )}, and any other by a file that tells of it, or by --agent-command`,
  );
}

/** The contradictions between a run and the listed agent. */
export function agentFaults({ config: { agent } }: Run): string[] {
  const listed = agents.find(({ id }) => id === agent.id);
  // Older rows lack the package.
  if (!listed || agent.package === undefined || agent.package === listed.package.name) return [];
  return [`config.agent.package: stored ${agent.package}, ${agent.id} is ${listed.package.name}`];
}
