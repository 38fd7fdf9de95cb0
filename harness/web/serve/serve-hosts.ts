import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { UserError } from '../../platform/errors/user-error.ts';
import type { WebRoot } from '../../platform/files/web-digest.ts';
import type { FixtureHost } from '../fixture-sites.ts';
import { type FixtureSites, readFixtureSites } from '../fixture-sites.ts';

type ServedHosts = { port: number; close(): Promise<void> };

const loopback = '127.0.0.1';

/**
 * Serves hosts on the loopback address for manual inspection. The keys of `hosts` are the names in the browser; `name`
 * is the host's own name. Rejects if the port is taken.
 */
async function serveHosts({
  hosts,
  port: wanted,
  otherwise,
}: {
  hosts: ReadonlyMap<string, { name: string; answer: FixtureHost }>;
  /** 0 for any that is free. */
  port: number;
  /** The answer for every other name, and for requests that a host leaves unanswered. */
  otherwise: (url: URL) => Response;
}): Promise<ServedHosts> {
  const server = createAdaptorServer({
    fetch: async (request) => {
      const url = new URL(request.url);
      const host = hosts.get(url.hostname);
      const asked = host && (await asAsked(request, `https://${host.name}${url.pathname}${url.search}`));
      return (asked && (await host.answer(asked))) || otherwise(url);
    },
  });
  server.listen(wanted, loopback);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

/** The request as the hermetic web would pass it to the host. */
async function asAsked(request: Request, url: string): Promise<Request> {
  const { method, headers } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, ...(hasBody && { body: await request.arrayBuffer() }) });
}

export type ServedTask = {
  /** The start URL of the task. */
  start: string;
  /** The URL of the hosts' state and its changes. */
  state: string;
  urls: readonly string[];
  close(): Promise<void>;
};

const textType = /^(text\/|application\/(json|javascript|xml))|\+(json|xml)/;

/**
 * Serves the fixture sites of one task, with the state of its world: `shop.test` as
 * `http://shop.test.localhost:<port>`. URLs of these hosts in pages and redirects are rewritten to match. Rejects if
 * the port is taken.
 */
export async function serveTask({
  fixtureSites,
  seed,
  startUrl,
  port: wanted,
}: {
  fixtureSites: FixtureSites;
  seed: number | undefined;
  startUrl: string;
  /** 0 for any that is free. */
  port: number;
}): Promise<ServedTask> {
  const { hosts, world } = fixtureSites.open(seed);
  const names = [...hosts.keys()].sort((a, b) => b.length - a.length);
  const port = { number: 0 };
  const local = (host: string) => `http://${host}.localhost:${port.number}`;
  const localised = (text: string) =>
    names.reduce(
      (all, host) => all.replaceAll(new RegExp(`https?://${escaped(host)}(?![\\w.-])`, 'g'), local(host)),
      text,
    );
  const stateOf = () => ({
    tables: world?.tables() ?? {},
    changes: Object.fromEntries(world?.changes() ?? []),
  });
  const served = await serveHosts({
    hosts: new Map(
      [...hosts].map(([name, answer]) => [
        `${name}.localhost`,
        {
          name,
          answer: async (request) => {
            const given = await answer(request);
            return given && localisedResponse(given, localised);
          },
        },
      ]),
    ),
    port: wanted,
    otherwise: ({ hostname, pathname }) =>
      hostname === 'localhost' && pathname === '/state'
        ? Response.json(stateOf())
        : new Response('No fixture site answers here.', { status: 404 }),
  });
  port.number = served.port;
  return {
    start: localised(startUrl),
    state: `http://localhost:${served.port}/state`,
    urls: [...hosts.keys()].sort().map(local),
    close: served.close,
  };
}

async function localisedResponse(given: Response, localised: (text: string) => string): Promise<Response> {
  const { status } = given;
  const headers = new Headers(given.headers);
  const location = headers.get('location');
  if (location) headers.set('location', localised(location));
  if (!textType.test(headers.get('content-type') ?? '')) return new Response(given.body, { status, headers });
  headers.delete('content-length');
  const body = await given.text();
  return new Response(body === '' ? null : localised(body), { status, headers });
}

function escaped(host: string): string {
  return host.replaceAll('.', '\\.');
}

export type ServedTown = {
  /** The site of each host of the town, in the order of their names. */
  urls: readonly string[];
  close(): Promise<void>;
};

const town = '.town.test';

/**
 * Serves one world for manual inspection: `shop.town.test` as `http://shop.localhost:<port>`. Browsers resolve this
 * name to the loopback address, so each host keeps its own cookies. Rejects if the port is taken. Throws `UserError` if
 * no host belongs to the town.
 */
export async function serveTown({
  webRoots,
  seed,
  port: wanted,
}: {
  webRoots: readonly WebRoot[];
  seed: number;
  /** 0 for any that is free. */
  port: number;
}): Promise<ServedTown> {
  const { hosts } = (await readFixtureSites(webRoots)).open(seed);
  const names = [...hosts.keys()].filter((host) => host.endsWith(town)).sort();
  if (names.length === 0)
    throw new UserError(`town: no host folder ends in ${town}, so there is nothing to serve`);
  const { port, close } = await serveHosts({
    hosts: new Map(
      names.map((name) => [localName(name), { name, answer: async (asked) => hosts.get(name)?.(asked) }]),
    ),
    port: wanted,
    otherwise: () => new Response('The town does not have this page.', { status: 404 }),
  });
  return { urls: names.map((name) => `http://${localName(name)}:${port}`), close };
}

function localName(host: string): string {
  return `${host.slice(0, -town.length)}.localhost`;
}
