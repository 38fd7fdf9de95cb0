import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectAt } from '../../platform/project.ts';
import type { HeldProject } from '../../results/verify/against-git/commit-state.ts';
import {
  type SiteSettings,
  siteAbout,
  siteSettingsVariable,
  syntheticMarker,
  toSiteSettings,
} from '../site/site-settings.ts';

/** Settings from the command `site`; without it, as in a test of one file, the settings for this repository. */
export const settings: SiteSettings = handedOver() ?? ofThisRepository();

/** Folders with the site's data. */
export const { results: resultsDir, media: mediaDirs, repositoryUrl, title: siteTitle } = settings;

export const about = siteAbout(settings);

/** Where the files of the package are on the web; null if unknown, and then there are no links to them. */
export const packageUrl = settings.isBenchmark ? repositoryUrl : null;

/** The command line of the harness in this project. */
export const commandWords = settings.isBenchmark ? 'npm run harness --' : 'npx contract-bench';
/** The same without arguments. */
export const playWords = settings.isBenchmark ? 'npm run harness' : 'npx contract-bench';

/** The results are invented (`npm run site:demo`). Every page and file with them must say so. */
export const synthetic: boolean = existsSync(join(resultsDir, syntheticMarker));

/** The project that the results are checked against; null for results from elsewhere and invented results, which every page says. */
export const checkout: HeldProject | null =
  synthetic || relative(settings.root, resultsDir).startsWith('..') ? null : settings;

function handedOver(): SiteSettings | null {
  const said = process.env[siteSettingsVariable];
  // Written by this package, in the parent process.
  return said ? (JSON.parse(said) as SiteSettings) : null;
}

function ofThisRepository(): SiteSettings {
  const project = projectAt(join(import.meta.dirname, '../../..'));
  return toSiteSettings({ project, packaged: project, site: {}, env: process.env, folder: process.cwd() });
}
