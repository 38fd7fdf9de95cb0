import { UserError } from '../../platform/errors/user-error.ts';
import type { WebRoot } from '../../platform/files/web-digest.ts';
import { readFixtureSites } from '../fixture-sites.ts';
import { serveHosts } from './serve-hosts.ts';

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
