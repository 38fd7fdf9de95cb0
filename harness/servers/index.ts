import { UserError } from '../platform/errors/user-error.ts';
import { ownOf, thereIs } from '../platform/words/known-names.ts';
import { agentBrowser } from './agent-browser.ts';
import { agentBrowserMcp } from './agent-browser-mcp.ts';
import { agentInfra } from './agent-infra.ts';
import { chromeDevtools } from './chrome-devtools.ts';
import { executeautomation } from './executeautomation.ts';
import type { ProgramPackage } from './installs/install-package.ts';
import { openchrome } from './openchrome.ts';
import type { OwnServerData } from './own-server.ts';
import { playwright } from './playwright.ts';
import { playwrightCli } from './playwright-cli.ts';
import { puppeteer } from './puppeteer.ts';
import type { CallTemplate, Server } from './server.ts';
import { toolMappings } from './tool-mappings/index.ts';
import { toolMappingFrom } from './tool-mappings/own-mapping.ts';

export const servers: readonly Server[] = [
  playwright,
  chromeDevtools,
  openchrome,
  puppeteer,
  executeautomation,
  agentInfra,
  agentBrowser,
  agentBrowserMcp,
  playwrightCli,
];

/**
 * Finds a server by id. `playwright+slim` is a variant; `playwright@0.0.80` is another version of its package, which
 * `servers install` puts into the cache. A variant has its own id, a version the id of its server. Throws `UserError`,
 * which names `others` too.
 */
export function findServer(asked: string, others: readonly string[] = []): Server {
  const [, id, variant, version] = /^([^+@]+)(?:\+([^+@]+))?(?:@(\d[^+@]*))?$/.exec(asked) ?? [];
  const server = servers.find((each) => each.id === id);
  if (!server)
    throw new UserError(
      `--server: unknown server "${asked}"; ${thereIs(asked, [
        ...new Set([...others, ...servers.map((each) => each.id)]),
      ])}`,
    );
  const varied = variant === undefined ? server : variantOf(server, variant);
  return version === undefined ? varied : versionOfServer(varied, version);
}

/** Throws `UserError` for an unknown variant. */
export function variantOf(server: Server, name: string): Server {
  const { id, title, args, env, variants = {} } = server;
  const variant = ownOf(variants, name);
  if (!variant)
    throw new UserError(
      `--server: ${id} has no variant "${name}"; its variants: ${Object.keys(variants).join(', ') || 'none'}`,
    );
  return {
    ...server,
    ...variant,
    id: `${id}+${name}`,
    title: `${title}, ${variant.title}`,
    args: [...args, ...variant.args],
    env: { ...env, ...variant.env },
  };
}

/** Throws `UserError` for a server that does not come from npm. */
export function versionOfServer(server: Server, version: string): Server {
  const { id, origin } = server;
  if ('install' in origin)
    return { ...server, origin: { ...origin, variable: '', install: { ...origin.install, version } } };
  if (!('package' in origin))
    throw new UserError(
      `--server: got ${id}@${version}; only packages on npm have versions, and ${id} is not on npm`,
    );
  if (version === origin.version) return server;
  const install = { name: origin.package, version, bin: null, node: '20.0.0' };
  return { ...server, origin: { install, variable: '', entry: origin.entry } };
}

/** Whether this is the release that the list pins, or a server without releases. Takes what `findServer` takes. */
export function isPinned(asked: string): boolean {
  const [name = '', version] = asked.split('@');
  const origin = servers.find(({ id }) => id === name.split('+')[0])?.origin;
  const pinned =
    origin && ('package' in origin ? origin.version : 'install' in origin ? origin.install.version : null);
  return version === undefined || pinned === undefined || version === pinned;
}

/** The package of a server as npm installs it; null for a server that does not come from npm. */
export function npmPackageOf({ origin }: Pick<Server, 'origin'>): ProgramPackage | null {
  if ('install' in origin) return origin.install;
  return 'package' in origin
    ? { name: origin.package, version: origin.version, bin: null, node: '20.0.0' }
    : null;
}

/** The package that `servers install` installs. Throws `UserError` for a server without one. */
export function packageToInstall(id: string): ProgramPackage {
  const { origin } = findServer(id);
  if ('install' in origin) return origin.install;
  const allowed = servers.filter((each) => 'install' in each.origin).map((each) => each.id);
  throw new UserError(
    `servers install: got ${id}, which is ${'package' in origin ? 'installed by npm ci' : 'not on npm'}; expected one of ${allowed.join(', ')}`,
  );
}

/** The user's choice of a server: an id of the list, or a command line with its data. */
export type ServerChoice = {
  server: string;
  serverCommand: string | null;
  /** The data of a server from the configuration; null for a server from the command line. */
  serverData: OwnServerData | null;
  /** The server itself, if the caller has it; the other fields then only name it. */
  chosenServer?: Server;
};

/** A server of the list, optionally with a version. */
export function listedServer(asked: string): ServerChoice {
  return { server: asked, serverCommand: null, serverData: null };
}

/** Throws `UserError`. */
export function chooseServer({ server, serverCommand, serverData, chosenServer }: ServerChoice): Server {
  if (chosenServer) return chosenServer;
  return serverCommand === null ? findServer(server) : serverFromCommand(server, serverCommand, serverData);
}

/**
 * A server outside the list. Its command line is run by `sh` and must contain `{endpoint}`, `{port}` or `{chromium}`.
 */
export function serverFromCommand(id: string, command: string, data: OwnServerData | null = null): Server {
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(id)) {
    throw new UserError(`--server-id: got "${id}"; expected lowercase letters, digits, ".", "_" and "-"`);
  }
  if (!/\{(endpoint|port|chromium)\}/.test(command)) {
    throw new UserError(
      '--server-command: found no {endpoint}, {port} or {chromium}; the server must attach to the running browser or launch the given one',
    );
  }
  const { attach, dialect, mapping } = data ?? {};
  if (dialect !== undefined && !toolMappings.some((each) => each.id === dialect))
    throw new UserError(
      `server ${id}: dialect: unknown server "${dialect}"; ${thereIs(
        dialect,
        toolMappings.map((each) => each.id),
      )}`,
    );
  return {
    id,
    title: data?.title ?? id,
    origin: { command },
    args: [],
    env: data?.env ?? {},
    ...(attach ? { attach: template(attach) } : {}),
    open: template(data?.open),
    script: template(data?.script),
    reads: (data?.reads ?? []).map((each) => template(each)),
    answerRequests: template(data?.answerRequests),
    sessionValues: data?.sessionValues ?? {},
    fetchesByItself: data?.fetchesByItself ?? [],
    cannot: data?.cannot ?? {},
    ...(dialect === undefined ? {} : { dialect }),
    ...(mapping ? { mapping: toolMappingFrom(id, mapping) } : {}),
  };
}

type OpeningCall = NonNullable<OwnServerData['open']>;

function template(call: OpeningCall): CallTemplate;
function template(call: OpeningCall | undefined): CallTemplate | null;
function template(call: OpeningCall | undefined): CallTemplate | null {
  return call ? { tool: call.tool, args: call.args ?? {} } : null;
}

/** The npm package of a listed server; null for a command line. */
export function packageOf({ origin }: Pick<Server, 'origin'>): string | null {
  if ('package' in origin) return origin.package;
  if ('install' in origin) return origin.install.name;
  return 'program' in origin ? origin.ofPackage : null;
}

/** One line to display: package and version, the program's name, or the command line. */
export function describeOrigin({ origin }: Server): string {
  if ('package' in origin) return `${origin.package} ${origin.version}`;
  if ('install' in origin)
    return `${origin.install.name} ${origin.install.version} (by servers install${origin.variable ? `, or ${origin.variable}` : ''})`;
  if ('browser' in origin) return 'the browser itself';
  return 'program' in origin ? `${origin.program} (installed, or ${origin.variable})` : origin.command;
}
