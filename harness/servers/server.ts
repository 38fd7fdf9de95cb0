import { ownOf } from '../platform/words/known-names.ts';
import type { ProgramPackage } from './installs/install-package.ts';

/**
 * A call as data. In its arguments `{url}`, `{script}` and the names of `sessionValues` stand for values that are
 * filled in, see `fillTemplate`.
 */
export type CallTemplate = { tool: string; args: Record<string, unknown> };

/** An MCP browser server under test: how it is started as a guest on a running browser, as data. */
export type Server = {
  id: string;
  title: string;
  /**
   * Where its code comes from: an npm package that is a dependency of this project; a program that the user
   * installed, named by an environment variable or found on the PATH, of an npm package; a program that
   * `servers install` puts into the cache, if it is not named or found so; a command line of the user's; or nowhere, where
   * an agent drives the browser itself. `entry`: what is run of
   * a package that is installed for its files.
   */
  origin:
    | { package: string; version: string; entry: string }
    | { program: string; variable: string; ofPackage: string }
    | { install: ProgramPackage; variable: string; entry?: string }
    | { command: string }
    | { browser: true };
  /**
   * `{endpoint}`, `{port}`, `{folder}` (the episode's own, its working directory) and `{chromium}` (an executable that
   * leads whoever launches it to the browser, for a server that cannot attach) are filled in.
   */
  args: readonly string[];
  /**
   * Of a command line in place of an MCP server: what leads it to the browser before the first call, and what ends that
   * again. The one tool is then `run`, whose `args` are the words of a command.
   */
  cli?: { attach: readonly string[]; end: readonly string[] };
  /** Other ways to start it, by what follows `<id>+`: arguments that come behind its own. */
  variants?: Readonly<Record<string, { title: string; args: readonly string[] }>>;
  /** The same are filled in. */
  env: Readonly<Record<string, string>>;
  /** A call that leads it to the browser, made once when it has started; `{endpoint}` and `{port}` are filled in. */
  attach?: CallTemplate;
  /** The call that opens the start URL; null: the first tool that is named so and takes a `url` (see `openCall`). */
  open: CallTemplate | null;
  /** Runs `{script}`, a JavaScript function expression, in the page; null: there is no such tool. */
  script: CallTemplate | null;
  /** Runs `{script}`, `async (page) => ...`, on a session that can answer the browser's own requests; else null. */
  answerRequests: CallTemplate | null;
  /** What an agent reads a page with, without scripts of its own where there is another way; none of a command line. */
  reads: readonly CallTemplate[];
  /** Arguments that are random per session: name -> regular expression whose group finds one in an answer. */
  sessionValues: Readonly<Record<string, string>>;
  /** Tools that reach the network by themselves, past the browser: refused in hermetic runs. */
  fetchesByItself: readonly string[];
  /** Tasks that it can't do at all: id -> the reason that is shown. */
  cannot: Readonly<Record<string, string>>;
  /** The id of the tool mapping of its tools; by default the one of its own id. */
  dialect?: string;
};

/**
 * Fills a call's `{name}` arguments, those in lists too: from `values`, else, for an argument that is random per session, from the newest
 * answer that tells it. `{name:base64}` is the same in base64, of UTF-8. Throws where one is in neither.
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
