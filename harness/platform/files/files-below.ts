import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Every file of a folder and of those in it, sorted by path. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
