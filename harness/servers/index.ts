import { UserError } from '../platform/errors/user-error.ts';
import { ownOf, thereIs } from '../platform/words/known-names.ts';
import { agentBrowser } from './agent-browser.ts';
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

export const servers: readonly Server[] = [
  playwright,
  chromeDevtools,
  openchrome,
  puppeteer,
  executeautomation,
  agentInfra,
  agentBrowser,
  playwrightCli,
];

/**
 * By its id; `playwright+slim` is a variant of it, `playwright@0.0.80` another version of its package, which `servers install`
 * puts into the cache. A variant has an id of its own, a version that of its server. Throws `UserError`, which names `others` too.
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

function variantOf(server: Server, name: string): Server {
  const { id, title, args, variants = {} } = server;
  const variant = ownOf(variants, name);
  if (!variant)
    throw new UserError(
      `--server: ${id} has no variant "${name}"; there is ${Object.keys(variants).join(', ') || 'none'}`,
    );
  return {
    ...server,
    id: `${id}+${name}`,
    title: `${title}, ${variant.title}`,
    args: [...args, ...variant.args],
  };
}

function versionOfServer(server: Server, version: string): Server {
  const { id, origin } = server;
  if ('install' in origin)
    return { ...server, origin: { ...origin, variable: '', install: { ...origin.install, version } } };
  if (!('package' in origin))
    throw new UserError(
      `--server: found ${id}@${version}; a version is of a package on npm, and ${id} is none`,
    );
  if (version === origin.version) return server;
  const install = { name: origin.package, version, bin: null, node: '20.0.0' };
  return { ...server, origin: { install, variable: '', entry: origin.entry } };
}

/** What `servers install` installs. Throws `UserError` for a server that is none of these. */
export function packageToInstall(id: string): ProgramPackage {
  const { origin } = findServer(id);
  if ('install' in origin) return origin.install;
  const allowed = servers.filter((each) => 'install' in each.origin).map((each) => each.id);
  throw new UserError(
    `servers install: found ${id}, which is ${'package' in origin ? 'installed by npm ci' : 'not on npm'}; allowed is ${allowed.join(', ')}`,
  );
}

/** How a user says which server: by the id of the list, or by a command line of his own and what is said of it. */
export type ServerChoice = {
  server: string;
  serverCommand: string | null;
  /** Of a server that a configuration names; null of one that the command line names. */
  serverData: OwnServerData | null;
};

/** One of the list, which may say a version too. */
export function listedServer(asked: string): ServerChoice {
  return { server: asked, serverCommand: null, serverData: null };
}

/** Throws `UserError`. */
export function chooseServer({ server, serverCommand, serverData }: ServerChoice): Server {
  return serverCommand === null ? findServer(server) : serverFromCommand(server, serverCommand, serverData);
}

/** A server that is not in the list, from its command line (run by `sh`) with `{endpoint}`, `{port}` or `{chromium}` in it. */
export function serverFromCommand(id: string, command: string, data: OwnServerData | null = null): Server {
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(id)) {
    throw new UserError(
      `--server-id: found "${id}"; allowed are lowercase letters, digits, ".", "_" and "-"`,
    );
  }
  if (!/\{(endpoint|port|chromium)\}/.test(command)) {
    throw new UserError(
      '--server-command: found no {endpoint}, {port} or {chromium}; a server that neither attaches to a running browser nor launches the one it is given cannot be measured here',
    );
  }
  const { attach, dialect } = data ?? {};
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
  };
}

type OpeningCall = NonNullable<OwnServerData['open']>;

function template(call: OpeningCall): CallTemplate;
function template(call: OpeningCall | undefined): CallTemplate | null;
function template(call: OpeningCall | undefined): CallTemplate | null {
  return call ? { tool: call.tool, args: call.args ?? {} } : null;
}

/** The npm package that a listed server is of; null of a command line. */
export function packageOf({ origin }: Pick<Server, 'origin'>): string | null {
  if ('package' in origin) return origin.package;
  if ('install' in origin) return origin.install.name;
  return 'program' in origin ? origin.ofPackage : null;
}

/** Package and version, the program's name, or the command line: one line for a person. */
export function describeOrigin({ origin }: Server): string {
  if ('package' in origin) return `${origin.package} ${origin.version}`;
  if ('install' in origin)
    return `${origin.install.name} ${origin.install.version} (by servers install${origin.variable ? `, or ${origin.variable}` : ''})`;
  if ('browser' in origin) return 'the browser itself';
  return 'program' in origin ? `${origin.program} (installed, or ${origin.variable})` : origin.command;
}
