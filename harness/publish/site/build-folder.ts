import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';

const prefix = 'site-';

/**
 * A folder of one build alone, gone with it, with a link to the packages as if they lay in it, and to a site that is
 * built already. What a killed build left behind goes too.
 */
export function openBuildFolder(cache: string, packages: string, built: string | null = null) {
  makeFolder(cache);
  for (const name of readdirSync(cache)) {
    const [, pid] = /^site-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(path.join(cache, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(path.join(cache, `${prefix}${process.pid}-`));
  symlinkSync(packages, path.join(folder, 'node_modules'), 'dir');
  if (built !== null) symlinkSync(built, path.join(folder, 'dist'), 'dir');
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
