import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { syntheticMarker } from './synthetic-marker.ts';

const {
  RESULTS_DIR = 'results',
  MEDIA_DIR,
  REPOSITORY_URL,
  GITHUB_SERVER_URL,
  GITHUB_REPOSITORY,
} = process.env;

/** Folders that the site is made of; a build runs in the root of the checkout. */
export const resultsDir = resolve(RESULTS_DIR);
export const tasksDir = resolve('tasks');
export const docsDir = resolve('docs');
export const transcriptsDir = resolve('transcripts');
/** Pictures of episodes, `<sha256>.webp` or `<its first two>/<sha256>.webp`; null: none are shown. */
export const mediaDir = MEDIA_DIR ? resolve(MEDIA_DIR) : null;

/** The results were invented (`npm run site:demo`). Every page and file made of them must say so. */
export const synthetic: boolean = existsSync(join(resultsDir, syntheticMarker));

/**
 * The checkout that the results are held against; null where they lie elsewhere, or were invented, which every page says.
 */
export const checkout: { root: string; results: string } | null =
  synthetic || relative(resolve(), resultsDir).startsWith('..')
    ? null
    : { root: resolve(), results: resultsDir };

/** Where the files of this checkout can be seen; null where nobody said it, and then there are no such links. */
export const repositoryUrl =
  REPOSITORY_URL ??
  (GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL ?? 'https://github.com'}/${GITHUB_REPOSITORY}` : null);
