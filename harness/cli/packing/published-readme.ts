import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from './manifests.ts';

/**
 * The README of the package. npm's site resolves links by the repository, which has no `lib`: so they lead to the files
 * at the tag of the release, and to those in the package where it is of no repository. `repository` is `owner/name` on GitHub.
 */
export async function publishedReadme(
  root: string,
  { version }: Pick<Manifest, 'version'>,
  repository: string | null,
): Promise<string> {
  const text = await readFile(path.join(root, 'harness/cli/packing/package-readme.md'), 'utf8');
  return text.replaceAll(/\]\((?:\.\.\/){3}([^)]+)\)/g, (_, file: string) => {
    if (repository) return `](https://github.com/${repository}/blob/v${version}/${file})`;
    return file === 'CHANGELOG.md' ? `](${file})` : `](lib/${file})`;
  });
}
