import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { UserError } from '../../platform/errors/user-error.ts';
import { cacheFolder } from '../../platform/files/cache-folder.ts';
import type { WebRoot } from '../../platform/files/web-digest.ts';
import { writeAtomically } from '../../platform/files/write-file.ts';
import type { Project } from '../../platform/project.ts';
import { pagesFor } from '../../task/pages/installed-pages.ts';
import { Suite } from '../../task/suite.ts';
import { suiteFileName } from '../../task/suite-folders.ts';
import type { OpenPages } from '../../task/templates/make-instances.ts';
import { templatesOf } from '../../task/templates/read-templates.ts';
import { type DrawnFrom, isDrill, startUrlOf } from '../../task/templates/template.ts';
import { readYaml } from '../../task/yaml-document.ts';
import { readFixtureSites } from '../../web/fixture-sites.ts';
import { openPages } from './open-pages.ts';

const Opened = z.strictObject({ goal: z.string().min(1), html: z.string() });
const Cached = z.record(z.string(), Opened);

/**
 * Returns what the pages of the suite in a folder say when they begin with a seed. All pages of the suite are opened at
 * once, and the cache keeps what they say. Throws `UserError` if the package of the pages is not installed.
 */
export function openedPages(
  { webRoots }: Pick<Project, 'webRoots'>,
  env: NodeJS.ProcessEnv = process.env,
): OpenPages {
  const made = new Map<string, Promise<DrawnFrom['opened']>>();
  return (suiteFolder, seed) => {
    const key = `${seed} ${suiteFolder}`;
    const known = made.get(key) ?? openOf(webRoots, suiteFolder, seed, env);
    made.set(key, known);
    return known;
  };
}

async function openOf(
  webRoots: readonly string[],
  suiteFolder: string,
  seed: number,
  env: NodeJS.ProcessEnv,
): Promise<DrawnFrom['opened']> {
  const templates = (await templatesOf(suiteFolder)).filter((each) => isDrill(each) && each.opens);
  const hosts = [...new Set(templates.flatMap(({ sites }) => sites))];
  const needs = await needsOf(suiteFolder);
  const { pages, why } = await pagesFor({ id: path.basename(suiteFolder), needs }, env);
  if (pages === null) throw new UserError(why ?? '');
  const roots: WebRoot[] = webRoots.map((folder) => ({ folder, hosts }));
  const fixtureSites = await readFixtureSites(roots, { pages });
  const file = path.join(cacheFolder(env), 'opened-pages', fixtureSites.sha256, `${seed}.json`);
  const urls = templates.map(startUrlOf);
  const opened = (await readCached(file, urls)) ?? (await openPages(fixtureSites, urls, seed));
  await writeAtomically(file, JSON.stringify(Object.fromEntries(opened)));
  return (url) => {
    const page = opened.get(url);
    if (!page) throw new Error(`${url} was not opened`);
    return page;
  };
}

/** Null if the file is missing or invalid, or lacks one of the URLs. */
async function readCached(file: string, urls: readonly string[]) {
  const text = await readFile(file, 'utf8').catch(() => null);
  const { data } = Cached.safeParse(text === null ? null : parsed(text));
  return data && urls.every((url) => Object.hasOwn(data, url)) ? new Map(Object.entries(data)) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function needsOf(suiteFolder: string): Promise<string> {
  const file = path.join(suiteFolder, suiteFileName);
  const read = readYaml(await readFile(file, 'utf8'));
  const { needs } = 'value' in read ? (Suite.safeParse(read.value).data ?? {}) : {};
  if (needs === undefined)
    throw new UserError(
      `${file}: needs: must name the package of the pages that templates open; found nothing`,
    );
  return needs;
}
