import { existsSync } from 'node:fs';
import { copyFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

const swapped = ['package.json', 'README.md'] as const;

/** What the package has in the place of files of the repository, by their names at its root. */
export type Published = Readonly<Record<(typeof swapped)[number], string>>;

/** The repository's own while the published one stands in its place; git does not look at it. */
const keptOf = (root: string, name: string) => path.join(root, `.${name}.of-repository`);

/** Puts these in the place of the repository's, which are kept beside them. */
export async function swapFiles(root: string, published: Published): Promise<void> {
  for (const name of swapped) {
    const [file, kept] = [path.join(root, name), keptOf(root, name)];
    const made = `${kept}.new`;
    await copyFile(file, kept);
    await writeFile(made, published[name]);
    await rename(made, file);
  }
}

/** Puts the repository's own back, after a pack or after one that was killed; false where they stand there. */
export async function restoreFiles(root: string): Promise<boolean> {
  const kept = swapped.filter((name) => existsSync(keptOf(root, name)));
  for (const name of kept) await rename(keptOf(root, name), path.join(root, name));
  return kept.length > 0;
}
