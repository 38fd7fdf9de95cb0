import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { FixtureHost } from '../fixture-sites.ts';

export type ServedHosts = { port: number; close(): Promise<void> };

const loopback = '127.0.0.1';

/**
 * Serves hosts to a person on the loopback address: `hosts` by the name that the browser asks for, with the name that
 * the host itself is asked by. Rejects where the port is taken.
 */
export async function serveHosts({
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
