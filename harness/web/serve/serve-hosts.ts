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
 * Serves hosts to a person on the loopback address: `hosts` by the name that the browser asks for, with the name that
 * the host itself is asked by. Rejects where the port is taken.
 */
async function serveHosts({
  hosts,
  port: wanted,
  otherwise,
}: {
  hosts: ReadonlyMap<string, { name: string; answer: FixtureHost }>;
  /** 0 for any that is free. */
  port: number;
  /** Of every other name, and of what a host does not answer. */
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

/** The request as the sealed web would hand it to the host. */
async function asAsked(request: Request, url: string): Promise<Request> {
  const { method, headers } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, ...(hasBody && { body: await request.arrayBuffer() }) });
}

export type ServedTask = {
  /** Where the task starts. */
  start: string;
  /** What the hosts hold, and what was changed of it. */
  state: string;
  urls: readonly string[];
  close(): Promise<void>;
};

const text = /^(text\/|application\/(json|javascript|xml))|\+(json|xml)/;

/**
 * Serves the stand-ins of one task to a person, with the state of its world: `shop.test` as
 * `http://shop.test.localhost:<port>`. Addresses of these hosts in pages and redirects lead to the same. Rejects where the
 * port is taken.
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
  const localised = (said: string) =>
    names.reduce(
      (all, host) => all.replaceAll(new RegExp(`https?://${escaped(host)}(?![\\w.-])`, 'g'), local(host)),
      said,
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
        : new Response('No stand-in answers here.', { status: 404 }),
  });
  port.number = served.port;
  return {
    start: localised(startUrl),
    state: `http://localhost:${served.port}/state`,
    urls: [...hosts.keys()].sort().map(local),
    close: served.close,
  };
}

async function localisedResponse(given: Response, localised: (said: string) => string): Promise<Response> {
  const { status } = given;
  const headers = new Headers(given.headers);
  const location = headers.get('location');
  if (location) headers.set('location', localised(location));
  if (!text.test(headers.get('content-type') ?? '')) return new Response(given.body, { status, headers });
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
 * Serves one world to a person: `shop.town.test` as `http://shop.localhost:<port>`, a name that browsers look for on
 * this machine alone, so that each host keeps its own cookies. Rejects where the port is taken. Throws `UserError` where
 * no host is of the town.
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
    throw new UserError(`town: no folder of the web ends in ${town}; found none to serve`);
  const { port, close } = await serveHosts({
    hosts: new Map(
      names.map((name) => [localName(name), { name, answer: async (asked) => hosts.get(name)?.(asked) }]),
    ),
    port: wanted,
    otherwise: () => new Response('There is no such page in the town.', { status: 404 }),
  });
  return { urls: names.map((name) => `http://${localName(name)}:${port}`), close };
}

function localName(host: string): string {
  return `${host.slice(0, -town.length)}.localhost`;
}
