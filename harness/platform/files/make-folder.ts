import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * A folder and those above it, where they are not there. The recursive one of Node never ends below a folder that says
 * of whatever is made in it that there is no such folder: `/proc`, and a working folder that somebody has removed.
 * `mode`: of what is made; by default what the system gives. Throws what the system says.
 */
export function makeFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above, mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
