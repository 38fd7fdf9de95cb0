import { cpSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';

/**
 * Puts what is in `from` into `to` in place of what was there, and counts the pages. The folder itself stays, for it may
 * be mounted or served, and so does a `.git` in it.
 */
export function replaceFolder(from: string, to: string): number {
  makeFolder(to);
  for (const name of readdirSync(to))
    if (name !== '.git') rmSync(path.join(to, name), { recursive: true, force: true });
  for (const name of readdirSync(from)) move(path.join(from, name), path.join(to, name));
  return readdirSync(to, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.html') && !name.startsWith('.git'),
  ).length;
}

/** Another file system refuses a renaming. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    cpSync(from, to, { recursive: true });
  }
}
