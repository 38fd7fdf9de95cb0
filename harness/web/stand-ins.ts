import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sha256 } from '../digest/digest.ts';
import { UserError } from '../errors/user-error.ts';
import { filesBelow } from './files-below.ts';
import type { CreateHost, HostHandler } from './host-handler.ts';
import { hostSources } from './host-sources.ts';

/** Answers one host's requests, from its handler or its files; `undefined` where nothing serves the request. */
export type StandInHost = HostHandler;

/** The stand-in pages of one or more web roots, read once and opened anew for each episode. */
export type StandIns = {
  /** Digest over the relative paths and bytes of all files, and of what the code among them imports from elsewhere. */
  sha256: string;
  open(): Map<string, StandInHost>;
};

/** A folder of `<host>/<path>.html`, or some of its hosts. */
export type WebRoot = string | { folder: string; hosts: readonly string[] };

/**
 * Reads web roots. For each request an earlier root, its `_host.ts` and then its
 * files, comes before a later one. Throws `UserError` for a root that is no folder or a `_host` file that exports
 * no `createHost`.
 */
export async function readStandIns(roots: readonly WebRoot[]): Promise<StandIns> {
  const read = await Promise.all(roots.map(readRoot));
  const hosts = new Set(read.flatMap(({ files }) => [...files.keys()].map(hostOf)));
  return {
    sha256: sha256(
      read.flatMap(({ digests }, index) => digests.map((line) => `${index} ${line}`)).join('\n'),
    ),
    open: () => new Map([...hosts].map((host) => [host, openHost(host, read)])),
  };
}

type Root = { files: Map<string, string>; handlers: Map<string, CreateHost>; digests: string[] };

async function readRoot(webRoot: WebRoot): Promise<Root> {
  const { folder, hosts } = typeof webRoot === 'string' ? { folder: webRoot, hosts: null } : webRoot;
  const read: Root = { files: new Map(), handlers: new Map(), digests: [] };
  for (const file of await filesOf(folder)) {
    const name = nameIn(folder, file);
    if (!name.includes('/') || (hosts && !hosts.includes(hostOf(name)))) continue;
    read.files.set(name, file);
    read.digests.push(await digestLine(folder, file));
    if (!/^[^/]+\/_host\.(ts|js|mjs)$/.test(name)) continue;
    read.handlers.set(hostOf(name), await load(file));
    const { files, packages } = await hostSources(file);
    const elsewhere = files.filter((each) => !nameIn(folder, each).startsWith(`${hostOf(name)}/`));
    read.digests.push(...(await Promise.all(elsewhere.map((each) => digestLine(folder, each)))), ...packages);
  }
  return read;
}

async function digestLine(folder: string, file: string): Promise<string> {
  return `${nameIn(folder, file)} ${sha256(await readFile(file))}`;
}

function nameIn(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).join('/');
}

function hostOf(name: string): string {
  return name.slice(0, name.indexOf('/'));
}

function openHost(host: string, roots: readonly Root[]): StandInHost {
  const opened = roots.map(({ files, handlers }) => ({ files, handler: handlers.get(host)?.() }));
  return async (request) => {
    for (const { files, handler } of opened) {
      const answer = (await handler?.(request)) ?? (await serveFile(files, host, request));
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

async function load(file: string): Promise<CreateHost> {
  const module: { createHost?: unknown } = await import(pathToFileURL(path.resolve(file)).href);
  if (typeof module.createHost !== 'function') {
    throw new UserError(
      `${file}: found no export createHost; a host must export a function () => (Request) => Response`,
    );
  }
  return module.createHost as CreateHost; // its answers are checked by the web that serves them
}

async function serveFile(
  files: Map<string, string>,
  host: string,
  request: Request,
): Promise<Response | undefined> {
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
  const body = await readFile(files.get(name) as string); // `has` was true
  return new Response(body, {
    headers: { 'content-type': contentTypes[path.extname(name)] ?? 'application/octet-stream' },
  });
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};
