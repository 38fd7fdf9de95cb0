import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The folder of packages in which the tools of the site are: the nearest one with Astro. Throws where there is none. */
export function findSiteTools(packageRoot: string): string {
  const { resolve } = createRequire(path.join(packageRoot, 'package.json'));
  const found = (resolve.paths('astro') ?? []).find((folder) => existsSync(path.join(folder, 'astro')));
  if (found === undefined)
    throw new Error(`${packageRoot}: found no astro in the folders of packages above it`);
  return found;
}
