import type { FixtureSites } from '../fixture-sites.ts';
import { serveHosts } from './serve-hosts.ts';

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
