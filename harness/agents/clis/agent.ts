import type { ProgramPackage } from '../../servers/installs/install-package.ts';
import type { PythonPackage } from '../../servers/installs/python/python-package.ts';
import type { Api } from '../models/apis/api.ts';
import type { Usage } from '../models/proxy/prices.ts';

/** The interfaces of an agent: MCP, DevTools, or the Agent Client Protocol. */
export const doors = ['mcp', 'cdp', 'acp'] as const;
export type AgentInterface = (typeof doors)[number];

/** The inputs of an agent in one episode. */
export type AgentStart = {
  door: AgentInterface;
  /** The whole prompt in one text. */
  prompt: string;
  goal: string;
  startUrl: string;
  /** The model's name in the API. */
  model: string;
  /**
   * The browser's DevTools addresses, an executable that connects to it, and the address of the counted acts; null for
   * other interfaces.
   */
  cdp: { url: string; ws: string; chromium: string; counts: string } | null;
  /**
   * The MCP gateway: a Streamable HTTP address, and a command that does the same over its standard streams. With `cdp`
   * its only tool is `done`.
   */
  gateway: { url: string; command: readonly [string, ...string[]] };
  /** The address of the model proxy without a path, and the placeholder that it accepts in place of a key. */
  proxy: { url: string; placeholder: string };
  /** A fresh folder, the agent's HOME. */
  home: string;
  /** A fresh empty folder, the agent's working directory. */
  folder: string;
  /** The file for the answer of an agent that drives the browser itself. */
  answerFile: string;
  maxSteps: number;
};

/** The end of an agent according to its output; null is unknown. */
export type AgentEnd = {
  /** Its last message, which may contain an `ANSWER:`. */
  words: string | null;
  stopReason: string | null;
  /** The usage that it claims, besides the proxy's count. */
  claimed: Usage | null;
  /** Its own count of its steps, if it has one. */
  steps?: number;
};

/** A member of the open set: a third-party agent, unchanged. */
export type Agent = {
  id: string;
  summary: string;
  /** From npm or from the Python registry. A script of the harness runs a package of Python, or one without a `bin`. */
  package: ProgramPackage | PythonPackage;
  /** The first one is the default. */
  doors: readonly [AgentInterface, ...AgentInterface[]];
  /** The API of its model, and its default model; null if a model must be named. */
  api: Api;
  defaultModel: string | null;
  /** Whether its model gets screenshots, if a setting decides that. */
  vision?: boolean;
  /** The files to write before it starts, by paths below HOME. */
  files(start: AgentStart): Readonly<Record<string, string>>;
  /**
   * The arguments of its program, and its variables besides PATH, HOME and TMPDIR. For a library the program is Node,
   * and `found` is its package.json; for a package of Python the program is its Python.
   */
  args(start: AgentStart, found: string): readonly string[];
  env(start: AgentStart): Readonly<Record<string, string>>;
  /** Reads its standard output. */
  readEnd(output: string): AgentEnd;
};

/** An agent that can be started: one of the list, or a user's own. */
export type Player = {
  id: string;
  version: string;
  /** For a listed agent: the package of its program, the digest of that package's files, and what runs it. */
  package?: string;
  sha256?: string;
  runtime?: string;
  vision?: boolean;
  door: AgentInterface;
  /** Null for an agent without a model, as far as is known. */
  model: string | null;
  command(start: AgentStart): readonly [string, ...string[]];
  files(start: AgentStart): Readonly<Record<string, string>>;
  env(start: AgentStart): Readonly<Record<string, string>>;
  readEnd(output: string): AgentEnd;
};
