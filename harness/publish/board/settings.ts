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

/** What the command `site` hands over; without it, as in a test of one file, what it would for this repository. */
export const settings: SiteSettings = handedOver() ?? ofThisRepository();

/** Folders that the site is made of. */
export const { results: resultsDir, media: mediaDir, repositoryUrl, title: siteTitle } = settings;

export const about = siteAbout(settings);

/** Where the files of the package can be seen; null where nobody said it, and then there are no such links. */
export const packageUrl = settings.isBenchmark ? repositoryUrl : null;

/** How the command line is called where the site is of. */
export const commandWords = settings.isBenchmark ? 'npm run harness --' : 'npx contract-bench';
/** With no word after it. */
export const playWords = settings.isBenchmark ? 'npm run harness' : 'npx contract-bench';

/** The results were invented (`npm run site:demo`). Every page and file made of them must say so. */
export const synthetic: boolean = existsSync(join(resultsDir, syntheticMarker));

/** The project that the results are held against; null where they lie elsewhere, or were invented, which every page says. */
export const checkout: HeldProject | null =
  synthetic || relative(settings.root, resultsDir).startsWith('..') ? null : settings;

function handedOver(): SiteSettings | null {
  const said = process.env[siteSettingsVariable];
  // Of our own making, a process before.
  return said ? (JSON.parse(said) as SiteSettings) : null;
}

function ofThisRepository(): SiteSettings {
  const project = projectAt(join(import.meta.dirname, '../../..'));
  return toSiteSettings({ project, packaged: project, site: {}, env: process.env, folder: process.cwd() });
}
