import { existsSync, rmSync } from 'node:fs';
import { readText } from '../../platform/files/read-json.ts';
import { writeAtomically } from '../../platform/files/write-file.ts';
import type { Lockfile } from '../../servers/installs/lockfile.ts';
import { lockText, storedLockFile } from './release-lock.ts';
import { isRelease, keptFile, type ReleaseRecord, releaseFile, releaseText } from './release-record.ts';

/**
 * Writes a record, and the lockfile that the release was installed from. A record of v1 with the same name is moved aside
 * while the cost of the release is not measured, and removed once it is. Returns the written files. Throws `UserError`, and
 * errors of the disk.
 */
export function writeRelease(results: string, record: ReleaseRecord, lock: Lockfile | null): string[] {
  const file = releaseFile(results, record.server);
  const text = releaseText(file, record);
  const kept = keptFile(file);
  const hasCost = record.parts.cost !== null;
  const written = [file];
  if (lock) {
    const lockFile = storedLockFile(results, record.server);
    writeAtomically(lockFile, lockText(lock));
    written.push(lockFile);
  }
  if (!hasCost && existsSync(file) && !isRelease(file)) {
    writeAtomically(kept, readText(file));
    written.push(kept);
  }
  writeAtomically(file, text);
  if (hasCost) rmSync(kept, { force: true });
  return written;
}
