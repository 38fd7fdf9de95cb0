import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and its missing parents. Node's recursive `mkdir` never ends below a folder that answers ENOENT for every
 * new entry: `/proc`, or a removed working folder. `mode`: of the new folders; by default the system's. Throws the error
 * of the system.
 */
export function makeFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above, mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
