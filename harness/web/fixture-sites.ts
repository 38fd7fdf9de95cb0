import { stat } from 'node:fs/promises';
import { lookup } from 'mime-types';
import { UserError } from '../platform/errors/user-error.ts';
import { filesBelow } from '../platform/files/files-below.ts';
import {
  digestRoot,
  hostCode,
  hostOf,
  nameIn,
  type WebPages,
  type WebRoot,
  webDigest,
} from '../platform/files/web-digest.ts';
import { importModule } from '../platform/import-module.ts';
import { createWorld, type HostModule, type OpenWorld } from './create-world.ts';
import type { HostHandler } from './host-handler.ts';
import { readPageFiles } from './page-files.ts';

/** Answers one host's requests, from its handler or its files; `undefined` if neither serves the request. */
export type FixtureHost = HostHandler;

type OpenHosts = {
  hosts: Map<string, FixtureHost>;
  /** Present if the hosts have code; absent for the pages of an archive. */
  world?: OpenWorld;
};

/** The fixture sites of one or more web roots, read once and opened anew for each episode. */
export type FixtureSites = {
  /**
   * Digest over the relative paths and bytes of all files, and of the files outside that their code imports; with the
   * digest of the package of pages, if there is one.
   */
  sha256: string;
  /** The folders or files that were read; error messages name them if a host is missing. */
  lookedIn: readonly string[];
  hosts: ReadonlySet<string>;
  /**
   * Those of the hosts that stand for addresses of a local network. The browser then treats all others as public, and
   * its own protection of local networks applies.
   */
  local?: ReadonlySet<string>;
  /** The seed is the world's; stateless hosts ignore it. */
  open(seed?: number): OpenHosts;
};

const anySeed = 1;

/**
 * Reads web roots. An earlier root comes before a later one; within a root, `_host.ts` comes before the files. `pages`:
 * the package of pages that the hosts serve. Throws `UserError` if a root is not a folder or a `_host` file does not
 * export `createHost`.
 */
export async function readFixtureSites(
  roots: readonly WebRoot[],
  { pages = null }: { pages?: WebPages | null } = {},
): Promise<FixtureSites> {
  const read = await Promise.all(roots.map(readRoot));
  const pageFiles = pages && (await readPageFiles(pages));
  const hosts = new Set(read.flatMap(({ files }) => [...files.keys()].map(hostOf)));
  return {
    sha256: webDigest(read, pages?.sha256 ?? null),
    lookedIn: roots.map((root) => (typeof root === 'string' ? root : root.folder)),
    hosts,
    open: (seed = anySeed) => {
      const modules = read.flatMap(({ handlers }) => [...handlers.values()]);
      const world = createWorld({ seed, hosts: modules, pages: pageFiles });
      return {
        hosts: new Map([...hosts].map((host) => [host, openHost(host, read, world.handlers)])),
        world,
      };
    },
  };
}

type Root = { files: Map<string, Buffer>; handlers: Map<string, HostModule>; digests: string[] };

async function readRoot(webRoot: WebRoot): Promise<Root> {
  const folder = typeof webRoot === 'string' ? webRoot : webRoot.folder;
  const { digests, files } = await digestRoot(webRoot, await filesOf(folder));
  const read: Root = { files: new Map(), handlers: new Map(), digests };
  for (const [file, content] of files) {
    const name = nameIn(folder, file);
    read.files.set(name, content);
    if (hostCode.test(name)) read.handlers.set(hostOf(name), await load(file, hostOf(name)));
  }
  return read;
}

function openHost(host: string, roots: readonly Root[], opened: OpenWorld['handlers']): FixtureHost {
  const layers = roots.map(({ files, handlers }) => {
    const module = handlers.get(host);
    return { files, handler: module && opened.get(module) };
  });
  return async (request) => {
    for (const { files, handler } of layers) {
      const answer = (await handler?.(request)) ?? serveFile(files, host, request);
      if (answer) return answer;
    }
    return undefined;
  };
}

async function filesOf(root: string): Promise<string[]> {
  const found = await stat(root).catch(() => null);
  if (!found?.isDirectory())
    throw new UserError(`${root}: a web root must be a folder of <host>/<path>.html`);
  return filesBelow(root);
}

/** Creates each host once at load time, so that an author sees a mistake before an episode starts. */
async function load(file: string, host: string): Promise<HostModule> {
  const broken = (what: string) => (error: unknown) => {
    throw new UserError(
      `${file}: ${what}: ${error instanceof Error ? `${error.name}: ${error.message}` : error}`,
    );
  };
  const module = await importModule(file).catch(broken('cannot be loaded'));
  // A module is an object, whatever it exports.
  const { createHost, createPeople } = module as { createHost?: unknown; createPeople?: unknown };
  if (typeof createHost !== 'function')
    throw new UserError(
      `${file}: no export createHost; expected a function (world) => (Request) => Response`,
    );
  if (createPeople !== undefined && typeof createPeople !== 'function')
    throw new UserError(`${file}: createPeople: got a ${typeof createPeople}; expected a function`);
  // The handler is checked below; the web that serves its answers checks those.
  const made = { host, createHost, createPeople } as HostModule;
  const opened: unknown = await Promise.resolve()
    .then(() => createWorld({ seed: anySeed, hosts: [made] }).handlers.get(made))
    .catch(broken('createHost failed'));
  if (typeof opened !== 'function')
    throw new UserError(
      `${file}: createHost returned ${madeWords(opened)}; expected a function (Request) => Response, or { fetch, tables }`,
    );
  return made;
}

function madeWords(made: unknown): string {
  if (typeof made !== 'object' || made === null) return made === null ? 'null' : `a ${typeof made}`;
  return `an object with ${Object.keys(made).join(', ') || 'nothing in it'}`;
}

function serveFile(files: Map<string, Buffer>, host: string, request: Request): Response | undefined {
  const { pathname } = new URL(request.url);
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  // Only names that were listed are served, so no path can leave the root.
  const base = `${host}${decoded}`.replace(/\/$/, '');
  const candidates = decoded.endsWith('/')
    ? [`${base}/index.html`]
    : [base, `${base}.html`, `${base}/index.html`];
  const name = candidates.find((candidate) => files.has(candidate) && !/\/_host\.[a-z]+$/.test(candidate));
  if (!name) return undefined;
  const body = files.get(name) as Buffer<ArrayBuffer>; // `has` was true
  return new Response(body, { headers: { 'content-type': contentTypeOf(name) } });
}

function contentTypeOf(name: string): string {
  const type = lookup(name) || 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}
