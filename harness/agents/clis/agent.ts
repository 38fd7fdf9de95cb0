import type { Api } from '../models/apis/api.ts';
import type { Usage } from '../models/proxy/prices.ts';

/** How an agent is let in: over MCP, over DevTools, over the Agent Client Protocol. */
export const doors = ['mcp', 'cdp', 'acp'] as const;
export type AgentInterface = (typeof doors)[number];

/** What one episode hands an agent. */
export type AgentStart = {
  door: AgentInterface;
  /** All that the agent is told, in one text. */
  prompt: string;
  goal: string;
  startUrl: string;
  /** As the API calls it. */
  model: string;
  /** Where the browser is reached over DevTools, and an executable that leads to it; null behind another door. */
  cdp: { url: string; ws: string; chromium: string } | null;
  /** The MCP gateway: over Streamable HTTP, and a command that speaks the same over its standard streams.
   * Behind `cdp` it has `done` alone. */
  gateway: { url: string; command: readonly [string, ...string[]] };
  /** Of the model proxy, without a path, and what it takes in place of a key. */
  proxy: { url: string; placeholder: string };
  /** Fresh, and HOME of the agent. */
  home: string;
  /** Fresh, empty, and where the agent runs. */
  folder: string;
  /** Where it may leave its answer, of one that drives the browser itself. */
  answerFile: string;
  maxSteps: number;
};

/** What an agent's output says of its end; null is unknown. */
export type AgentEnd = {
  /** Its last words, in which an `ANSWER:` may stand. */
  words: string | null;
  stopReason: string | null;
  /** What it says that it used, beside what the proxy counted. */
  claimed: Usage | null;
};

/** A member of the open set: somebody's agent, as it comes. */
export type Agent = {
  id: string;
  summary: string;
  /** `bin`: the name of its program, null of a library, which a script of ours runs; `node`: the oldest version of Node that runs it. */
  package: { name: string; version: string; bin: string | null; node: string };
  /** The first one is taken where none is asked for. */
  doors: readonly [AgentInterface, ...AgentInterface[]];
  /** The API that its model is asked by, and its model where none is named; null where one must be. */
  api: Api;
  defaultModel: string | null;
  /** What is written before it starts, by paths below HOME. */
  files(start: AgentStart): Readonly<Record<string, string>>;
  /** Behind its program, which of a library is Node (`found`: its package.json); and its variables, beside PATH, HOME and TMPDIR. */
  args(start: AgentStart, found: string): readonly string[];
  env(start: AgentStart): Readonly<Record<string, string>>;
  /** Reads what it wrote to its standard output. */
  readEnd(output: string): AgentEnd;
};

/** An agent that can be started: one of the list, or a user's own. */
export type Player = {
  id: string;
  version: string;
  /** Of a listed one: the npm package that its program lies in, and the digest of that package's files. */
  package?: string;
  sha256?: string;
  door: AgentInterface;
  /** Null for one that asks no model, as far as is known. */
  model: string | null;
  command(start: AgentStart): readonly [string, ...string[]];
  files(start: AgentStart): Readonly<Record<string, string>>;
  env(start: AgentStart): Readonly<Record<string, string>>;
  readEnd(output: string): AgentEnd;
};
