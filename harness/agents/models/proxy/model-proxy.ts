import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Budget } from './budget.ts';
import { Carrier } from './carrier.ts';
import type { ModelProxy, ModelProxyOptions } from './proxy.ts';
import { readAll } from './send.ts';
import { Waiting } from './waiting.ts';

/**
 * Stands between a client and the APIs of models: holds key and money, counts, waits. It alters nothing but the key.
 * One episode, one proxy.
 */
export async function openModelProxy(options: ModelProxyOptions): Promise<ModelProxy> {
  const placeholder = `cb-${randomBytes(16).toString('hex')}`;
  const budget = new Budget(options.capUsd);
  const carrier = new Carrier(options, budget, new Waiting(options.clock, options.waitLimitMs));
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(String(error));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://proxy');
    if (!isOurs(request, url, placeholder)) return void response.writeHead(401).end('unknown placeholder');
    url.searchParams.delete('key');
    for (const upstream of options.upstreams) {
      const path = upstream.dialect.upstreamPath(url.pathname);
      if (path === null) continue;
      const body = await readAll(request);
      return carrier.carry({ upstream, path, search: url.search, request, body, response });
    }
    response.writeHead(404).end(`${url.pathname}: no such path`);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    placeholder,
    account: () => ({ ...budget.account(), ...carrier.counts() }),
    unansweredMs: () => carrier.unansweredMs(),
    refuseAll: (why) => carrier.refuseAll(why),
    last: () => carrier.last,
    [Symbol.asyncDispose]: async () => {
      carrier.end();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Any process of the machine can reach the port; only the episode's has the placeholder. */
function isOurs({ headers }: IncomingMessage, url: URL, placeholder: string): boolean {
  const given = [
    headers.authorization?.replace(/^Bearer /i, ''),
    headers['x-api-key'],
    headers['x-goog-api-key'],
    url.searchParams.get('key'),
  ];
  return given.includes(placeholder);
}
