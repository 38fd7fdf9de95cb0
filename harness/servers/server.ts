import { ownOf } from '../platform/words/known-names.ts';
import type { ProgramPackage } from './installs/install-package.ts';
import type { ToolMapping } from './tool-mappings/tool-mapping.ts';

/**
 * A call as data. `{url}`, `{script}` and the names of `sessionValues` in its arguments are placeholders, see
 * `fillTemplate`.
 */
export type CallTemplate = { tool: string; args: Record<string, unknown> };

/** Its arguments and variables are appended to those of the server; its calls take the place of the server's. */
type ServerVariant = Pick<Server, 'title' | 'args' | 'tools'> &
  Partial<Pick<Server, 'env' | 'open' | 'script' | 'reads'>>;

/** An MCP browser server under test as data: how it starts as a guest of a running browser. */
export type Server = {
  id: string;
  title: string;
  /**
   * The origin of its code, in the order of the types: an npm package that this project depends on; a program that the
   * user installed, named by a variable or found on the PATH; a program that `servers install` can also put into the
   * cache; a command line of the user; or the browser alone, which the agent drives itself. `entry`: the file of the
   * package to run.
   */
  origin:
    | { package: string; version: string; entry: string }
    | { program: string; variable: string; ofPackage: string }
    | { install: ProgramPackage; variable: string; entry?: string }
    | { command: string }
    | { browser: true };
  /**
   * Placeholders: `{endpoint}`, `{port}`, `{folder}` (the episode's folder, its working directory) and `{chromium}`.
   * The last is an executable that connects its caller to the browser; it serves servers that cannot attach.
   */
  args: readonly string[];
  /**
   * Set for a command line in place of an MCP server: the arguments that attach it to the browser before the first
   * call, and those that end its processes. Its only tool is `run`, whose `args` are the words of a command.
   */
  cli?: { attach: readonly string[]; end: readonly string[] };
  /** Variants by the name after `<id>+`. */
  variants?: Readonly<Record<string, ServerVariant>>;
  /** Set if its tool list is shortened before anyone gets it, see `compactTools`. */
  tools?: 'compact';
  /** Set in a suite that refuses scripts: agents get no tool that runs a script, and no call to one is sent. */
  scripts?: 'refused';
  /** The same placeholders are filled in. */
  env: Readonly<Record<string, string>>;
  /** A call that attaches it to the browser, made once after the start; `{endpoint}` and `{port}` are filled in. */
  attach?: CallTemplate;
  /** The call that opens the start URL. Null: the first tool with a fitting name and a `url` (see `openCall`). */
  open: CallTemplate | null;
  /** Runs `{script}`, a JavaScript function expression, in the page; null if the server cannot. */
  script: CallTemplate | null;
  /** Runs `{script}`, `async (page) => ...`, on a session that can answer the browser's own requests; else null. */
  answerRequests: CallTemplate | null;
  /** The calls that read a page, with scripts only if needed; empty for a user's command line. */
  reads: readonly CallTemplate[];
  /** Arguments that are random per session: name -> regular expression whose group finds the value in an answer. */
  sessionValues: Readonly<Record<string, string>>;
  /** Tools that reach the network without the browser; refused in hermetic runs. */
  fetchesByItself: readonly string[];
  /** Tasks that the server cannot do: id -> the reason to show. */
  cannot: Readonly<Record<string, string>>;
  /** Set if its authors no longer maintain it. */
  isUnmaintained?: true;
  /** The id of its tool mapping; default: its own id. */
  dialect?: string;
  /** Its own tool mapping, from the configuration. */
  mapping?: ToolMapping;
};

/**
 * Fills the `{name}` placeholders of a call, also inside lists: from `values`, or for `sessionValues` from the newest
 * answer with the value. `{name:base64}` is the value as UTF-8 in base64. Throws if a value is missing.
 */
export function fillTemplate(
  { tool, args }: CallTemplate,
  values: Record<string, string>,
  { sessionValues }: Pick<Server, 'sessionValues'> = { sessionValues: {} },
  answers: readonly string[] = [],
): CallTemplate {
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'string') return value;
    return value.replace(/\{(\w+)(:base64)?\}/g, (_, name: string, isEncoded?: string) => {
      const filled = ownOf(values, name) ?? newest(ownOf(sessionValues, name), answers);
      if (filled === undefined) throw new Error(`${tool}: no value for {${name}}`);
      return isEncoded ? Buffer.from(filled).toString('base64') : filled;
    });
  };
  return { tool, args: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, fill(value)])) };
}

function newest(pattern: string | undefined, answers: readonly string[]): string | undefined {
  if (pattern === undefined) return undefined;
  return answers.findLast((answer) => new RegExp(pattern).test(answer))?.match(pattern)?.[1];
}
