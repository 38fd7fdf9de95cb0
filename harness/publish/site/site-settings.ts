import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import type { Project } from '../../platform/project.ts';
import { BasePath, type SiteConfig, SiteUrl } from './site-config.ts';

/** What a build of the site is made of. Paths are absolute. */
export type SiteSettings = {
  /** Whose results they are. */
  root: string;
  results: string;
  /** Null: there are none. */
  references: string | null;
  suites: readonly string[];
  /** The suites whose tasks have pages without having been played; null: all. */
  plays: readonly string[] | null;
  recordings: readonly string[];
  webRoots: readonly string[];
  /** As a project has it. */
  packaged: string | null;
  /** Where pictures of episodes lie; null: none are shown. */
  media: string | null;
  /** The sources of the site, and the documents. */
  packageRoot: string;
  /** The project is the benchmark's own repository, of which its documents speak. */
  isBenchmark: boolean;
  /** What is kept from one build to the next. */
  cache: string;
  /** Where the files of the project can be seen; null where nobody said it. */
  repositoryUrl: string | null;
  base: string;
  /** Null: there are no absolute addresses. */
  url: string | null;
  title: string;
  /** The first sentence of the first page; null: that of every project. */
  sentence: string | null;
  logo: string | null;
  links: NonNullable<SiteConfig['links']>;
  first: readonly string[];
};

/** The variable by which the process that builds is told them, as JSON. */
export const siteSettingsVariable = 'CONTRACT_BENCH_SITE';

type SettingsSource = {
  project: Project;
  /** The project that the package itself is. */
  packaged: Project;
  site: SiteConfig | undefined;
  env: NodeJS.ProcessEnv;
  /** What paths in the environment are relative to. */
  folder: string;
  /** As the options say them. */
  base?: string | null;
  url?: string | null;
};

/** An option beats the environment, the environment the configuration. Throws `UserError`. */
export function toSiteSettings({
  project,
  packaged,
  site = {},
  env,
  folder,
  ...options
}: SettingsSource): SiteSettings {
  const { RESULTS_DIR, MEDIA_DIR, REPOSITORY_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = env;
  const results = RESULTS_DIR ? path.resolve(folder, RESULTS_DIR) : project.results;
  const references = RESULTS_DIR ? path.join(results, 'references.json') : project.references;
  const onGithub = GITHUB_REPOSITORY
    ? `${GITHUB_SERVER_URL ?? 'https://github.com'}/${GITHUB_REPOSITORY}`
    : null;
  const base = options.base
    ? baseOf('--base', options.base)
    : env.BASE_PATH && baseOf('BASE_PATH', env.BASE_PATH);
  const url = options.url ? urlOf('--url', options.url) : env.SITE_URL && urlOf('SITE_URL', env.SITE_URL);
  return {
    root: project.root,
    results,
    references: existsSync(references) ? references : null,
    suites: project.suites,
    plays: project.root === packaged.root ? null : project.plays,
    recordings: project.recordings,
    webRoots: project.webRoots,
    packaged: project.packaged,
    media: MEDIA_DIR ? path.resolve(folder, MEDIA_DIR) : null,
    packageRoot: packaged.root,
    isBenchmark: project.root === packaged.root,
    cache: siteCache(project.root, packaged.root),
    repositoryUrl: REPOSITORY_URL ?? onGithub,
    base: base || (site.base ?? '/'),
    url: url || (site.url ?? null),
    title: site.title ?? 'contract-bench',
    sentence: site.sentence ?? null,
    logo: site.logo === undefined ? null : path.resolve(project.root, site.logo),
    links: site.links ?? [],
    first: site.first ?? [],
  };
}

const judgedBy = 'judged by what changed on the sites or by what the browser shows';

/** What a site says of itself. Of the results of a project nothing is claimed that only holds for the benchmark's own. */
export function siteAbout({
  isBenchmark,
  title,
  sentence,
}: Pick<SiteSettings, 'isBenchmark' | 'title' | 'sentence'>) {
  return isBenchmark
    ? {
        lead:
          sentence ??
          `A benchmark of MCP browser servers, agents and models: the same tasks for all, ${judgedBy}. No AI judges.`,
        description:
          sentence ??
          `A benchmark of MCP browser servers, agents and models: the same tasks for all, ${judgedBy}, never by a language model.`,
        dataset: {
          name: `${title}: MCP browser servers and agents, judged by outcome contracts`,
          license: 'https://spdx.org/licenses/MIT.html',
          creator: { '@type': 'Organization', name: 'The contract-bench authors' },
        },
      }
    : {
        lead: sentence ?? `Tasks of this project, ${judgedBy}.`,
        description: sentence ?? `${title}: results on the tasks of this project, ${judgedBy}.`,
        dataset: { name: `${title}: results of browser servers and agents, judged by outcome contracts` },
      };
}

/**
 * Beside the packages of a project where that may be written to, so that nothing of it lies in the tree; else a folder of
 * this user, or the package itself. Astro finds no page of sources that share no folder but `/` with it.
 */
function siteCache(root: string, packageRoot: string): string {
  const ofUser = path.join(tmpdir(), `contract-bench-${process.getuid?.() ?? 'site'}`);
  const places = [
    { above: path.join(root, 'node_modules'), cache: path.join(root, 'node_modules/.cache/contract-bench') },
    { above: tmpdir(), cache: ofUser },
    { above: packageRoot, cache: path.join(packageRoot, '.cache') },
  ];
  const top = topOf(packageRoot);
  return places.find(({ above }) => isWritable(above) && topOf(above) === top)?.cache ?? ofUser;
}

/** The first folder on the way to a place, as the disk has it. */
function topOf(folder: string): string | undefined {
  return realpathSync(folder).split(path.sep)[1];
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** CI services say it with or without its slashes. */
function baseOf(name: string, said: string): string {
  const base = said.startsWith('/') ? said : `/${said}`;
  return held(name, said, BasePath.safeParse(base));
}

function urlOf(name: string, said: string): string {
  return held(name, said, SiteUrl.safeParse(said));
}

function held(
  name: string,
  said: string,
  read: { success: true; data: string } | { success: false; error: { issues: { message: string }[] } },
): string {
  if (read.success) return read.data;
  throw new UserError(
    `${name}: ${read.error.issues.map(({ message }) => message).join('; ')}; found "${said}"`,
  );
}

/** A results folder with this file in it was invented by `site/demo/`; every page made of it says so. */
export const syntheticMarker = 'synthetic.json';
