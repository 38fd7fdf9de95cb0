import { UserError } from '../errors/user-error.ts';
import type { Agent } from './agent.ts';

export const agents: readonly Agent[] = [];

/** Throws `UserError`. */
export function findAgent(id: string): Agent {
  const agent = agents.find((each) => each.id === id);
  if (!agent)
    throw new UserError(
      `--agent: unknown agent "${id}"; there is ${agents.map((each) => each.id).join(', ')}`,
    );
  return agent;
}
