import { existsSync } from 'node:fs';
import path from 'node:path';
import { manifestIn } from './installs/install-package.ts';
import type { InstalledRelease } from './installs/install-release.ts';
import type { Server } from './server.ts';

/**
 * The server as it is started from an installed release, whatever else is installed on this machine; or why the release
 * cannot start.
 */
export async function serverOfRelease(
  server: Server,
  { folder, wanted }: InstalledRelease,
): Promise<Server | { why: string }> {
  const { origin } = server;
  const entry = 'entry' in origin ? origin.entry : undefined;
  if (entry === undefined) return { ...server, origin: { install: wanted, variable: '' } };
  const place = path.join(folder, 'node_modules', wanted.name);
  if (existsSync(path.join(place, entry)))
    return { ...server, origin: { install: wanted, variable: '', entry } };
  // Earlier releases have their program in another file.
  const { bin } = (await manifestIn(place)) ?? {};
  const own = typeof bin === 'string' ? bin : Object.values(bin ?? {})[0];
  if (own === undefined) return { why: `it has no program: neither ${entry}, nor "bin" in its package.json` };
  return { ...server, origin: { install: wanted, variable: '', entry: own } };
}
