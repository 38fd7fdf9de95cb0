import { existsSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../../platform/files/read-json.ts';
import { Lockfile } from '../../servers/installs/lockfile.ts';
import { type ReleasedServer, releaseName, releasesFolder } from './release-record.ts';

type Named = Pick<ReleasedServer, 'id' | 'version'>;

/** The lockfile of a release, from which `--check` installs it; its variants have the same. */
export function storedLockFile(results: string, { id, version }: Named): string {
  return path.join(results, releasesFolder, 'locks', `${releaseName({ id, variant: null, version })}.json`);
}

/** Null if there is none. Throws `UserError`. */
export function readStoredLock(results: string, server: Named): Lockfile | null {
  const file = storedLockFile(results, server);
  return existsSync(file) ? readJson(file, Lockfile) : null;
}

export function lockText(lock: Lockfile): string {
  return `${JSON.stringify(lock, null, 1)}\n`;
}
