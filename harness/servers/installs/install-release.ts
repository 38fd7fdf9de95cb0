import { existsSync, readdirSync } from 'node:fs';
import { chmod, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { jsonOrUndefined } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { writeTo } from '../../platform/files/write-file.ts';
import { checkNode, installFolder, manifestIn, type ProgramPackage, runNpm } from './install-package.ts';
import { type Lockfile, lockfileName, lockSha256, readLockfile } from './lockfile.ts';

/** An installed release with the lockfile of its tree. `folder` contains `node_modules`. */
export type InstalledRelease = { wanted: ProgramPackage; folder: string; lock: Lockfile; lockSha256: string };

/**
 * Installs a release from a lockfile; without one, the tree that this cache already holds, else the tree that npm makes
 * today. Install scripts do not run. Throws `UserError` with npm's last error lines, and errors of
 * the disk.
 */
export async function installRelease(
  wanted: ProgramPackage,
  stored: Lockfile | null,
  env: NodeJS.ProcessEnv,
): Promise<InstalledRelease> {
  const known = stored ?? cachedLock(wanted, env);
  if (known) {
    const folder = installFolder({ ...wanted, lockSha256: lockSha256(known) }, env);
    if (existsSync(path.join(folder, lockfileName))) return releaseIn(folder, wanted, known);
  }
  checkNode(wanted);
  const { name, version, executable } = wanted;
  const part = `${installFolder(wanted, env)}.part-${process.pid}`;
  const manifest = { name: 'release', version: '0.0.0', private: true, dependencies: { [name]: version } };
  try {
    makeFolder(part);
    writeTo(path.join(part, 'package.json'), JSON.stringify(manifest));
    if (known) writeTo(path.join(part, lockfileName), JSON.stringify(known));
    const lockFlag = '--omit-lockfile-registry-resolved';
    await runNpm(wanted, [known ? 'ci' : 'install', '--ignore-scripts', lockFlag], part, env);
    const found = (await manifestIn(path.join(part, 'node_modules', name)))?.version;
    if (found !== version)
      throw new UserError(`${name}: npm installed ${found ?? 'nothing'}; expected ${version}`);
    const program = executable === undefined ? null : path.join(part, 'node_modules', name, executable);
    // Some releases lack it.
    if (program && existsSync(program)) await chmod(program, 0o755);
    const lock = readLockfile(part);
    const folder = installFolder({ ...wanted, lockSha256: lockSha256(lock) }, env);
    await rm(folder, { recursive: true, force: true });
    await rename(part, folder);
    return releaseIn(folder, wanted, lock);
  } finally {
    // Whatever went wrong before is what its user must know.
    await rm(part, { recursive: true, force: true }).catch(() => {});
  }
}

function releaseIn(folder: string, wanted: ProgramPackage, lock: Lockfile): InstalledRelease {
  const sha256 = lockSha256(lock);
  return { wanted: { ...wanted, lockSha256: sha256 }, folder, lock, lockSha256: sha256 };
}

/** The lockfile of an install of this version that the cache holds; null without one. */
function cachedLock(wanted: ProgramPackage, env: NodeJS.ProcessEnv): Lockfile | null {
  const plain = installFolder(wanted, env);
  const above = path.dirname(plain);
  if (!existsSync(above)) return null;
  const [found] = readdirSync(above)
    .filter((name) => name.startsWith(`${path.basename(plain)}+`))
    .sort();
  return found === undefined ? null : readLockfile(path.join(above, found));
}

/** When the registry says that a version was published; null if it says nothing, or cannot be asked. */
export async function registryDate(
  { name, version }: Pick<ProgramPackage, 'name' | 'version'>,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<string | null> {
  const words = ['view', name, 'time', '--json', '--fetch-retries=0'];
  const said = jsonOrUndefined(await runNpm({ name, version }, words, folder, env).catch(() => ''));
  const date =
    said !== null && typeof said === 'object' ? Object.entries(said).find(([key]) => key === version) : null;
  return date && typeof date[1] === 'string' ? date[1] : null;
}
