import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { jsonOrUndefined } from '../../platform/errors/json.ts';
import { cacheFolder } from '../../platform/files/cache-folder.ts';
import type { WebPages } from '../../platform/files/web-digest.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { pagePackages } from '../packages/index.ts';
import type { PagePackage } from '../packages/package.ts';
import type { Suite } from '../suite.ts';
import { digestOfFiles, digestsOf, type Files, filesOfFolder } from './wheel-files.ts';

/** What `installed.json` lists: the digest of the wheel, and of each file by name. */
export const InstalledList = z.strictObject({
  sha256: z.string(),
  files: z.record(z.string(), z.string()),
});
export type InstalledList = z.infer<typeof InstalledList>;

export const listName = 'installed.json';
/** The folder beside the list, with the files of the wheel. */
export const filesName = 'files';

/** `files`: null if no install is there. `altered`: the first file that is not as it was installed; null if there is none. */
export type Install = { folder: string; files: Files | null; altered: string | null };

/** What a suite names in `needs`. */
export function needsOf({ id, sha256 }: Pick<PagePackage, 'id' | 'sha256'>): string {
  return `${id}@${sha256}`;
}

/** The SHA-256 in `needs`, which is part of the digest of the suite's web; null for a suite that needs nothing. */
export function pagesSha256({ needs }: Pick<Suite, 'needs'>): string | null {
  return needs?.slice(needs.indexOf('@') + 1) ?? null;
}

/** The known package with exactly this name and digest; null if there is none. */
export function packageOf(needs: string, packages = pagePackages): PagePackage | null {
  return packages.find((each) => needsOf(each) === needs) ?? null;
}

/** The folder of an install, with `installed.json` and the files. It exists only completely. */
export function folderOfInstall(wanted: PagePackage, env: NodeJS.ProcessEnv): string {
  return path.join(cacheFolder(env), 'pages', `${wanted.id}@${wanted.sha256.slice(0, 16)}`);
}

/** Reads an install and compares each byte with the pinned package. */
export async function readInstall(wanted: PagePackage, env: NodeJS.ProcessEnv): Promise<Install> {
  const folder = folderOfInstall(wanted, env);
  if (!(await stat(folder).catch(() => null))?.isDirectory()) return { folder, files: null, altered: null };
  const files = await filesOfFolder(path.join(folder, filesName)).catch(() => new Map<string, Buffer>());
  if (digestOfFiles(files) === wanted.filesSha256) return { folder, files, altered: null };
  const text = await readFile(path.join(folder, listName), 'utf8').catch(() => '');
  const { data: list } = InstalledList.safeParse(jsonOrUndefined(text));
  return { folder, files, altered: (list && firstDifference(list.files, digestsOf(files))) ?? listName };
}

function firstDifference(wanted: Record<string, string>, found: Record<string, string>): string | undefined {
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(found)])].sort();
  return names.find((name) => wanted[name] !== found[name]);
}

/** The installed pages of a package; null if it is unknown, not installed, or no longer as it was installed. */
export async function packagePages(
  needs: string,
  env: NodeJS.ProcessEnv = process.env,
  packages: readonly PagePackage[] = pagePackages,
): Promise<WebPages | null> {
  const { pages } = await pagesFor({ id: '', needs }, env, packages);
  return pages;
}

/** The pages that a suite needs, or why they are not here, on one line. Both null for a suite that needs none. */
export async function pagesFor(
  { id, needs }: Pick<Suite, 'id' | 'needs'>,
  env: NodeJS.ProcessEnv = process.env,
  packages: readonly PagePackage[] = pagePackages,
): Promise<{ pages: WebPages; why: null } | { pages: null; why: string | null }> {
  if (needs === undefined) return { pages: null, why: null };
  const wanted = packageOf(needs, packages);
  const install = wanted && (await readInstall(wanted, env));
  if (!wanted || !install?.files || install.altered !== null)
    return {
      pages: null,
      why: whyNotHere(needs, { suite: id, altered: install?.altered ?? null, packages }),
    };
  const folder = path.join(install.folder, filesName, ...wanted.pages.split('/'));
  return { pages: { folder, sha256: wanted.sha256 }, why: null };
}

/**
 * One line with the reason why a suite cannot be played here, and the next command. `suite`: by default the package's own
 * name. `altered`: the file of an install that was changed.
 */
export function whyNotHere(
  needs: string,
  {
    suite = needs.slice(0, needs.indexOf('@')),
    altered = null,
    packages = pagePackages,
  }: { suite?: string; altered?: string | null; packages?: readonly PagePackage[] } = {},
): string {
  const wanted = packageOf(needs, packages);
  if (!wanted)
    return `the suite ${suite} needs the package of pages ${needs}, which this version does not know; it knows ${packages.map(needsOf).join(', ') || 'none'}`;
  const start = `the suite ${suite} needs the pages of ${wanted.title}`;
  const install = `${typedAs} suites install ${wanted.id}`;
  return altered === null
    ? `${start}, which are not installed; install them: ${install}`
    : `${start}, whose installed files were changed (${altered}); install them again: ${install}`;
}

/** A line for each of these suites whose pages are not here, for commands that check the rest. */
export async function uncheckedLines(
  suites: Iterable<Pick<Suite, 'id' | 'needs'>>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string[]> {
  const found = await Promise.all([...suites].map((suite) => pagesFor(suite, env)));
  return found.flatMap(({ why }) => (why === null ? [] : [`not checked: ${why}`]));
}
