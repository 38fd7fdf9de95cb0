import { existsSync } from 'node:fs';
import { copyFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The repository's own package.json while the published one stands in its place; git does not look at it. */
const keptName = '.package.json.of-repository';

/** Puts a manifest in the place of the repository's, which is kept beside it. */
export async function swapManifest(root: string, manifest: object): Promise<void> {
  const file = path.join(root, 'package.json');
  const kept = path.join(root, keptName);
  const made = `${kept}.new`;
  await copyFile(file, kept);
  await writeFile(made, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(made, file);
}

/** Puts the repository's own back, after a pack or after one that was killed; false where it stands there. */
export async function restoreManifest(root: string): Promise<boolean> {
  const kept = path.join(root, keptName);
  if (!existsSync(kept)) return false;
  await rename(kept, path.join(root, 'package.json'));
  return true;
}
