import { readFile } from 'node:fs/promises';
import { filesBelow } from '../platform/files/files-below.ts';
import { nameIn } from '../platform/files/web-digest.ts';
import type { PageFiles } from './host-handler.ts';

/** The installed pages of a package: their folder, and the SHA-256 of the package's file. */
export type Pages = { folder: string; sha256: string };

/** Reads all pages at once. Only listed names are answered, so no path can leave the folder. */
export async function readPageFiles({ folder }: Pick<Pages, 'folder'>): Promise<PageFiles> {
  const found = await filesBelow(folder);
  const read = found.map(
    async (file): Promise<[string, Buffer]> => [nameIn(folder, file), await readFile(file)],
  );
  const files = new Map(await Promise.all(read));
  return { read: (path) => files.get(path) };
}
