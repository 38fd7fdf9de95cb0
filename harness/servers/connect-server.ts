import { writeLaunchShim } from '../browser/launch-shim/write-launch-shim.ts';
import { type Neighbours, openStart, type Start } from '../platform/confine/open-start.ts';
import type { Hidden } from '../platform/confine/places.ts';
import { digest } from '../platform/digest.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { typedAs } from '../platform/words/command-line.ts';
import type { Answer, Tool, ToolListing } from './answer.ts';
import { type Attachment, commandLineOf, needsLaunchShim, placeholdersIn } from './command-line.ts';
import { writeCommandServer } from './command-server/write-command-server.ts';
import { compactTools } from './compact-tools.ts';
import { programOf, versionOf } from './installed-version.ts';
import { findProgram } from './installs/install-package.ts';
import { McpClient } from './mcp-client.ts';
import { LostTransport } from './pipe-transport.ts';
import { isScriptTool } from './script-tools.ts';
import { type CallTemplate, fillTemplate, type Server } from './server.ts';
import { followTools } from './tool-mappings/follow-tools.ts';
import { toolMappingOf } from './tool-mappings/index.ts';

export type ServerSession = {
  version: string;
  /** The version of MCP that the server agreed to; null for a browser without a server. */
  protocol: string | null;
  tools: readonly Tool[];
  /** Digest of names, descriptions and input schemas in the server's order. */
  toolsSha256: string;
  /** The server's instructions from its `initialize` answer. */
  instructions: string | null;
  /** The new tool list if the server reported a change since the last call; else null. */
  changedTools(signal: AbortSignal): Promise<readonly Tool[] | null>;
  /** The last tool list with all its fields. */
  listing(): ToolListing;
  /** The parts of that list that MCP forbids and that were left out, a line each: tool, field, value. */
  notes(): readonly string[];
  /** Whether it is sandboxed, in namespaces of its own. */
  confined: boolean;
  /** Rejects with `LostTransport` if the server is gone; a tool's own error is an answer. */
  call(tool: string, args: Record<string, unknown>): Promise<Answer>;
  /** Closes its input, waits at most 500 ms, then kills its group and all processes with the mark. */
  end(): Promise<void>;
};

const graceMs = 500;

/** Prepares the start of a server before its browser exists. `hidden`: the files that it must not read. */
export async function prepareServer(
  server: Server,
  hidden: Hidden,
  mark: string,
  neighbours?: Neighbours,
): Promise<Start> {
  const [command, args] = await commandLineOf(server, { endpoint: '', port: 0, folder: '' });
  return openStart(
    hidden,
    [command, ...args, ...Object.values(server.env)],
    mark,
    neighbours ? { neighbours } : {},
  );
}

/** Starts the server as a guest on a running browser, initialises it and lists its tools. */
export async function connectServer(
  server: Server,
  attachment: Attachment,
  start: Start,
  signal: AbortSignal,
): Promise<ServerSession> {
  const [command, args] = await commandLineOf(server, attachment);
  const { endpoint, folder, port } = attachment;
  if (needsLaunchShim(server)) await writeLaunchShim(folder, endpoint);
  if (server.cli) await writeCommandServer(folder);
  const own = placeholdersIn(server.env, attachment);
  const env = { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder, ...own };
  const started = await start.run({ command, args, env, folder }, [port]);
  const client = new McpClient(started);
  try {
    const { version, protocol, instructions } = await client.initialise(signal);
    const shown = <Listed extends Readonly<Record<string, unknown>>>(list: readonly Listed[]) => {
      const offered =
        server.scripts === 'refused' ? list.filter(({ name }) => !isScriptTool(server, String(name))) : list;
      return server.tools === 'compact' ? compactTools(offered) : offered;
    };
    const tools = shown(await client.listTools(signal));
    if (server.attach) await attach(client, server.attach, attachment, signal);
    return {
      // For a listed server the installed package counts, not the version that the server reports.
      version: 'command' in server.origin ? version : ((await versionOf(server)) ?? 'unknown'),
      protocol,
      tools,
      toolsSha256: digest(tools),
      instructions,
      changedTools: async (until) => {
        const changed = await client.changedTools(until);
        return changed && shown(changed);
      },
      listing: () => shown(client.listing),
      notes: () => client.notes,
      confined: start.unconfined === null,
      call: (tool, toolArgs) => client.call(tool, toolArgs),
      end: () => started.end(graceMs),
    };
  } catch (error) {
    await started.end(graceMs);
    if (error instanceof LostTransport && start.unconfined === null)
      error.message += confinedHint(error.printed);
    throw error;
  }
}

/** A hint for a sandboxed server whose last output mentions a file that is hidden or unreadable. */
export function confinedHint(printed: string): string {
  const misses =
    /cannot find|not found|no such file|no module named|permission denied|\bE(?:ACCES|NOENT|PERM)\b/i;
  return misses.test(printed)
    ? '; it is sandboxed: CONTRACT_BENCH_VISIBLE=/a:/b makes more folders visible'
    : '';
}

/** An argument that is exactly `{port}` becomes a number, because tools take ports as numbers. */
async function attach(
  client: McpClient,
  call: CallTemplate,
  { endpoint, port }: Attachment,
  signal: AbortSignal,
): Promise<void> {
  const filled = fillTemplate(call, { endpoint, port: String(port) });
  const args = Object.entries(filled.args).map(([name, value]) => [
    name,
    call.args[name] === '{port}' ? port : value,
  ]);
  const answer = await orAborted(client.call(call.tool, Object.fromEntries(args)), signal);
  if (answer.isError)
    throw new Error(`attach: ${call.tool} answered with an error: ${answer.text.slice(0, 200)}`);
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}

/** The call that opens a URL on this server. Throws if neither its data nor its tool list has one. */
export function openCall(server: Server, tools: readonly Tool[], url: string): CallTemplate {
  const template = server.open ?? guessOpen(tools);
  if (!template) {
    throw new Error(
      `no tool of ${server.id} opens a URL: got ${tools.map(({ name }) => name).join(', ') || 'no tools'}; expected a tool named navigate, goto or open with a url`,
    );
  }
  return fillTemplate(followTools(template, toolMappingOf(server), tools), { url });
}

/** Checks that a server's package is installed at its pinned version. Throws `UserError`. */
export async function checkInstalled(server: Server): Promise<void> {
  const { origin } = server;
  if ('command' in origin || 'browser' in origin) return;
  if ('program' in origin) {
    if (!programOf(origin)) {
      throw new UserError(
        `server ${server.id}: no ${origin.program} found on the PATH; install it, or set ${origin.variable} to its command`,
      );
    }
    if ((await versionOf(server)) === null)
      throw new UserError(
        `server ${server.id}: ${programOf(origin)} is not in the package ${origin.ofPackage}; name another program with --server-command`,
      );
    return;
  }
  if ('install' in origin) {
    const { install, variable } = origin;
    const found = await findProgram(install, variable, process.env);
    if (found && found.version === null)
      throw new UserError(
        `server ${server.id}: ${found.program} is not in the package ${install.name}; name another program with --server-command`,
      );
    if (!found)
      throw new UserError(
        `server ${server.id}: no ${install.name} ${install.version} found; install it with ${typedAs} servers install ${server.id.split('+')[0]}${variable === '' ? `@${install.version}` : `, or set ${variable} to its path`}`,
      );
    return;
  }
  const found = await versionOf(server);
  if (found !== origin.version) {
    throw new UserError(
      `server ${server.id}: got ${origin.package} ${found ?? '(not installed)'}; expected ${origin.version}; run npm ci`,
    );
  }
}

function guessOpen(tools: readonly Tool[]): CallTemplate | null {
  const takesUrl = ({ inputSchema: { properties } }: Tool) =>
    typeof properties === 'object' && properties !== null && Object.hasOwn(properties, 'url');
  const tool = tools.find((each) => /navigat|goto|open/i.test(each.name) && takesUrl(each));
  return tool ? { tool: tool.name, args: { url: '{url}' } } : null;
}
