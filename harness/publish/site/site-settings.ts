import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import type { Project } from '../../platform/project.ts';
import { BasePath, type SiteConfig, SiteUrl } from './site-config.ts';

/** The inputs of a build of the site. Paths are absolute. */
export type SiteSettings = {
  /** The project with the results. */
  root: string;
  results: string;
  /** Null: no references. */
  references: string | null;
  suites: readonly string[];
  /** The suites whose tasks have pages even if they were not played; null: all. */
  plays: readonly string[] | null;
  recordings: readonly string[];
  webRoots: readonly string[];
  /** As `Project.packaged`. */
  packaged: string | null;
  /** The folders of the episodes' pictures, searched in this order. A folder may be missing. */
  media: readonly string[];
  /** The folder with the sources of the site and the documents. */
  packageRoot: string;
  /** Whether the project is the benchmark's own repository, which its documents describe. */
  isBenchmark: boolean;
  /** The folder that is kept between builds. */
  cache: string;
  /** Where the files of the project are on the web; null if unknown. */
  repositoryUrl: string | null;
  base: string;
  /** Null: no absolute addresses. */
  url: string | null;
  title: string;
  /** The first sentence of the first page; null: the default for every project. */
  sentence: string | null;
  logo: string | null;
  links: NonNullable<SiteConfig['links']>;
  first: readonly string[];
};

/** The environment variable that passes the settings to the build process, as JSON. */
export const siteSettingsVariable = 'CONTRACT_BENCH_SITE';

type SettingsSource = {
  project: Project;
  /** The project of the package itself. */
  packaged: Project;
  site: SiteConfig | undefined;
  env: NodeJS.ProcessEnv;
  /** Paths in the environment are relative to it. */
  folder: string;
  /** From the options. */
  base?: string | null;
  url?: string | null;
};

/** Options take precedence over the environment, and the environment over the configuration. Throws `UserError`. */
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
    media: [...(MEDIA_DIR ? [path.resolve(folder, MEDIA_DIR)] : []), path.join(results, 'pictures')],
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

const judgedBy =
  'judged by what changed on the sites, what the browser shows, or the answer that a task asks for';

/** A site's texts about itself. They claim for a project's results nothing that holds only for the benchmark's own. */
export function siteAbout({
  isBenchmark,
  title,
  sentence,
}: Pick<SiteSettings, 'isBenchmark' | 'title' | 'sentence'>) {
  return isBenchmark
    ? {
        lead:
          sentence ??
          `A benchmark of MCP browser servers, agents and models. Its tasks are ${judgedBy}. No language model judges.`,
        description:
          sentence ??
          `A benchmark of MCP browser servers, agents and models. Its tasks are ${judgedBy}, not by a language model.`,
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
 * Beside the packages of a project if that is writable, so that nothing of it is in the tree; else a folder of this user, or
 * the package itself. Astro finds no page of sources that share only `/` with this folder.
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

/** The first folder below `/` on the way to a place, with links resolved. */
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

/** CI services write it with or without its slashes. */
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
    `${name}: ${read.error.issues.map(({ message }) => message).join('; ')}; got "${said}"`,
  );
}

/** A results folder with this file was invented by `site/demo/`; every page made from it says so. */
export const syntheticMarker = 'synthetic.json';
