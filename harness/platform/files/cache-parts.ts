import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from './cache-folder.ts';

/** An entry of the cache folder: `programs/<package>`, `weights/<file>`, or another entry of the top. */
export type CachePart = { name: string; path: string; bytes: number };

/** These folders of the cache hold independent entries, which are listed one by one. */
const listed = new Set(['programs', 'weights', 'pages']);

/** What lies in the cache folder, largest first, with the size of its files on the disk. */
export async function cacheParts(env: NodeJS.ProcessEnv): Promise<CachePart[]> {
  const folder = cacheFolder(env);
  const names = await readdir(folder).catch(() => []);
  const nested = await Promise.all(
    names.map(async (name) =>
      listed.has(name)
        ? (await readdir(path.join(folder, name)).catch(() => [])).map((each) => path.join(name, each))
        : [name],
    ),
  );
  const parts = nested.flat().map(async (name): Promise<CachePart> => {
    const place = path.join(folder, name);
    return { name: name.split(path.sep).join('/'), path: place, bytes: await bytesOf(place) };
  });
  return (await Promise.all(parts)).sort((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name));
}

/** Removes a part of the cache. */
export async function removePart({ path: place }: CachePart): Promise<void> {
  await rm(place, { recursive: true, force: true });
}

/** The space of a file, or of all files of a folder; links count as themselves. */
async function bytesOf(place: string): Promise<number> {
  const found = await lstat(place).catch(() => null);
  if (found === null) return 0;
  if (!found.isDirectory()) return found.size;
  const inside = await readdir(place).catch(() => []);
  const sizes = await Promise.all(inside.map((name) => bytesOf(path.join(place, name))));
  return sizes.reduce((sum, each) => sum + each, 0);
}
