import { readFile } from 'node:fs/promises';
import { filesBelow } from '../platform/files/files-below.ts';
import { nameIn, type WebPages } from '../platform/files/web-digest.ts';
import type { PageFiles } from './host-handler.ts';

/** Reads all pages at once. Only listed names are answered, so no path can leave the folder. */
export async function readPageFiles({ folder }: Pick<WebPages, 'folder'>): Promise<PageFiles> {
  const found = await filesBelow(folder);
  const read = found.map(
    async (file): Promise<[string, Buffer]> => [nameIn(folder, file), await readFile(file)],
  );
  const files = new Map(await Promise.all(read));
  return { read: (path) => files.get(path) };
}
