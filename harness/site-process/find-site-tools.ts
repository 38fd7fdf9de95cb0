import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { UserError } from '../errors/user-error.ts';

/** What builds the site, and nothing else needs. */
const siteTools = ['astro', 'chart.js', 'minisearch', 'satori', '@fontsource/inter', 'sharp'] as const;

/** The folder of packages that has them. Throws `UserError` with the line that installs what is not there. */
export function findSiteTools(packageRoot: string): string {
  const { resolve } = createRequire(path.join(packageRoot, 'package.json'));
  const missing = siteTools.filter((name) => {
    // Whether its `exports` name it or not, the folder is there.
    return !(resolve.paths(name) ?? []).some((folder) => isFolder(path.join(folder, name)));
  });
  if (missing.length > 0)
    throw new UserError(
      `site: found no ${missing.join(', ')}; the site's tools are installed by: npm install --save-dev ${missing.join(' ')}`,
    );
  const [found = ''] = (resolve.paths('astro') ?? []).filter((folder) =>
    isFolder(path.join(folder, 'astro')),
  );
  return found;
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
