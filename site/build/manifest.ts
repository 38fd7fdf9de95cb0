import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { sha256 } from '../../harness/platform/digest.ts';

export const manifestName = 'SHA256SUMS';

/** One line for each file of a built site, by name, in the format of `sha256sum`; the manifest itself is left out. */
export function manifestOf(folder: string): string {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`${folder}: no built site found`);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => name !== manifestName)
    .sort();
  const lines = names.map(
    (name) => `${sha256(readFileSync(join(folder, name)))}  ${name.split(sep).join('/')}\n`,
  );
  return lines.join('');
}
