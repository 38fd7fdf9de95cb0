import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sha256 } from '../../platform/digest.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { whileLocked } from '../../results/store/lock.ts';
import { isAlive } from './build-folder.ts';

/** Runs `build` while no other one of this machine builds into the same folder. Throws `UserError` where one does. */
export async function whileBuilding<T>(out: string, build: () => Promise<T>): Promise<T> {
  refuseFolder(out);
  const claims = path.join(tmpdir(), `contract-bench-builds-${process.getuid?.() ?? 'site'}`);
  makeFolder(claims);
  const claim = path.join(claims, sha256(realFolder(out)));
  await whileLocked(claim, () => {
    const pid = existsSync(claim) ? Number(readFileSync(claim, 'utf8')) : null;
    if (pid !== null && isAlive(pid))
      throw new UserError(
        `${out}: process ${pid} is building into it; wait for that, or name another folder with --out`,
      );
    writeFileSync(claim, String(process.pid));
  });
  try {
    return await build();
  } finally {
    rmSync(claim, { force: true });
  }
}

/** All of the folder is replaced, so it must be one that a build has made. */
function refuseFolder(out: string): void {
  if (!existsSync(out)) return;
  if (!statSync(out).isDirectory()) throw new UserError(`--out: found a file, ${out}; allowed is a folder`);
  const names = readdirSync(out).filter((name) => name !== '.git');
  if (names.length > 0 && !(names.includes('index.html') && names.includes('theme.js')))
    throw new UserError(
      `--out: ${out} holds other things than a site (${names.slice(0, 3).join(', ')}); allowed is a new folder, an empty one or that of an earlier build`,
    );
}

/** With every link followed, though the last of its folders need not be there yet. */
function realFolder(folder: string): string {
  if (existsSync(folder) || path.dirname(folder) === folder) return realpathSync(folder);
  return path.join(realFolder(path.dirname(folder)), path.basename(folder));
}
