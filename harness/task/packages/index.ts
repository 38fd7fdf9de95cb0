import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { sha256 } from '../../platform/digest.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { cacheFolder } from '../../platform/files/cache-folder.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { thereIs } from '../../platform/words/known-names.ts';
import type { PageFiles } from '../../web/host-handler.ts';
import { miniwob } from './miniwob.ts';
import type { PagePackage } from './page-package.ts';

/** The packages that a suite may need. */
export const pagePackages: readonly PagePackage[] = [miniwob];

/** Throws `UserError`. */
export function findPackage(name: string, packages = pagePackages): PagePackage {
  const found = packages.find((each) => each.name === name);
  if (found) return found;
  throw new UserError(
    `unknown package "${name}"; ${thereIs(
      name,
      packages.map((each) => each.name),
    )}`,
  );
}

/** The place of an installed package: the wheel itself, which is read without being unpacked. */
export function wheelFile({ name, sha256 }: Pick<PagePackage, 'name' | 'sha256'>, env = process.env): string {
  return path.join(cacheFolder(env), 'pages', `${name}-${sha256}.whl`);
}

/**
 * The pages that a suite needs; null if they are not installed. A file with another digest counts as not installed. Throws
 * `UserError` for a package or a digest that is not in the list.
 */
export async function packagePages(
  needs: string,
  { packages = pagePackages, env = process.env } = {},
): Promise<PageFiles | null> {
  const known = packageOf(needs, packages);
  const wheel = await readFile(wheelFile(known, env)).catch(() => null);
  if (wheel === null || sha256(wheel) !== known.sha256) return null;
  return pagesIn(wheel, known);
}

/** The pages in a wheel, by their paths below the folder of the pages. */
export function pagesIn(wheel: Uint8Array, { folder, sha256 }: PagePackage): PageFiles {
  const within = `${folder}/`;
  const files = unzipSync(wheel, { filter: ({ name }) => name.startsWith(within) });
  return {
    sha256,
    read: (file) => {
      const name = `${within}${file}`;
      return Object.hasOwn(files, name) ? Buffer.from(files[name] ?? []) : undefined;
    },
  };
}

/** The package of a suite's `needs`. Throws `UserError`. */
export function packageOf(needs: string, packages = pagePackages): PagePackage {
  const [name = '', digest = ''] = needs.split('@');
  const known = findPackage(name, packages);
  if (known.sha256 === digest) return known;
  throw new UserError(
    `needs: must be ${name}@${known.sha256}, the release that this version knows; found ${needs}`,
  );
}

/** What to do about a package that is not installed, in one line. */
export function whyNotHere(needs: string): string {
  const [name = ''] = needs.split('@');
  const title = pagePackages.find((each) => each.name === name)?.title ?? name;
  return `the pages of ${title} are not installed; install them: ${typedAs} suites install ${name}`;
}
