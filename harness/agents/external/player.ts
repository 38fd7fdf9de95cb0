import type { AgentEnd, AgentStart, Door } from '../clis/agent.ts';

/** An agent that is there to be started, of the list or somebody's own. */
export type Player = {
  id: string;
  version: string;
  door: Door;
  /** Null for one that asks no model, as far as is known. */
  model: string | null;
  command(start: AgentStart): readonly [string, ...string[]];
  files(start: AgentStart): Readonly<Record<string, string>>;
  env(start: AgentStart): Readonly<Record<string, string>>;
  readEnd(output: string): AgentEnd;
};
