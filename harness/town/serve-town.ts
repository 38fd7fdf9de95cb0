import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { UserError } from '../errors/user-error.ts';
import { readStandIns } from '../web/stand-ins.ts';
import type { WebRoot } from '../web-files/web-digest.ts';

export type ServedTown = {
  /** The site of each host of the town, in the order of their names. */
  urls: readonly string[];
  close(): Promise<void>;
};

const loopback = '127.0.0.1';
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
  const { hosts } = (await readStandIns(webRoots)).open(seed);
  const names = [...hosts.keys()].filter((host) => host.endsWith(town)).sort();
  if (names.length === 0)
    throw new UserError(`town: no folder of the web ends in ${town}; found none to serve`);
  const server = createAdaptorServer({
    fetch: async (request) => {
      const { hostname, pathname, search } = new URL(request.url);
      const host = names.find((name) => hostname === localName(name));
      const asked = await asAsked(request, `https://${host}${pathname}${search}`);
      const answer = host && (await hosts.get(host)?.(asked));
      return answer || new Response('There is no such page in the town.', { status: 404 });
    },
  });
  server.listen(wanted, loopback);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    urls: names.map((name) => `http://${localName(name)}:${port}`),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

function localName(host: string): string {
  return `${host.slice(0, -town.length)}.localhost`;
}

/** The request as the sealed web would hand it to the host. */
async function asAsked(request: Request, url: string): Promise<Request> {
  const { method, headers } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, ...(hasBody && { body: await request.arrayBuffer() }) });
}
