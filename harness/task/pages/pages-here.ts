import { pagePackages } from '../packages/index.ts';
import type { PagePackage } from '../packages/package.ts';
import type { Suite } from '../suite.ts';
import { needsOf, readInstall } from './installed-pages.ts';

/** A known package of pages, and what of it is on this machine. */
export type PagesHere = {
  id: string;
  title: string;
  version: string;
  state: 'installed' | 'changed' | 'missing';
  /** The folder of the install; null if it is missing. */
  folder: string | null;
  /** The size of the installed files; null if it is missing. */
  bytes: number | null;
  licence: string;
  origin: string;
  /** The ids of the suites that need it. */
  suites: readonly string[];
};

/** Every known package of pages, in the order of their list. */
export async function pagesHere(
  suites: readonly Pick<Suite, 'id' | 'needs'>[],
  env: NodeJS.ProcessEnv,
  packages: readonly PagePackage[] = pagePackages,
): Promise<PagesHere[]> {
  return Promise.all(
    packages.map(async (each) => {
      const { folder, files, altered } = await readInstall(each, env);
      return {
        ...{ id: each.id, title: each.title, version: each.python.version },
        state: files === null ? 'missing' : altered === null ? 'installed' : 'changed',
        folder: files && folder,
        bytes: files && [...files.values()].reduce((sum, { length }) => sum + length, 0),
        ...{ licence: each.licence.name, origin: each.origin },
        suites: suites.flatMap(({ id, needs }) => (needs === needsOf(each) ? [id] : [])),
      };
    }),
  );
}
