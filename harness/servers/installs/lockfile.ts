import path from 'node:path';
import * as z from 'zod';
import { digest } from '../../platform/digest.ts';
import { readJson } from '../../platform/files/read-json.ts';

const Entry = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
});

/** A `package-lock.json` of npm. Its entries keep all their fields, because npm reads them. */
export const Lockfile = z.looseObject({
  lockfileVersion: z.literal(3),
  packages: z.record(z.string(), Entry),
});
export type Lockfile = z.infer<typeof Lockfile>;

export const lockfileName = 'package-lock.json';

/** The lockfile of an installed folder, without the address of the registry. Throws `UserError`. */
export function readLockfile(folder: string): Lockfile {
  const lock = readJson(path.join(folder, lockfileName), Lockfile);
  const packages = Object.entries(lock.packages).map(([place, { resolved, ...entry }]) => [
    place,
    // What comes from elsewhere than a registry has no other address.
    resolved === undefined || /^https?:/.test(resolved) ? entry : { ...entry, resolved },
  ]);
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** Digest of place, version and integrity of each package: equal for the same installed tree on every system. */
export function lockSha256({ packages }: Lockfile): string {
  const places = Object.entries(packages).filter(([place]) => place !== '');
  return digest(places.map(([place, { version, integrity }]) => [place, version, integrity]).sort());
}

/** The packages with an install script, by name, sorted. */
export function installScriptsOf({ packages }: Lockfile): string[] {
  const names = Object.entries(packages).flatMap(([place, { hasInstallScript }]) =>
    hasInstallScript ? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length) : [],
  );
  return [...new Set(names)].sort();
}
