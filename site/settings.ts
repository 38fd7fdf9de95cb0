import { resolve } from 'node:path';

const { RESULTS_DIR = 'results', REPOSITORY_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;

/** Folders that the site is made of; a build runs in the root of the checkout. */
export const resultsDir = resolve(RESULTS_DIR);
export const tasksDir = resolve('tasks');

/** Where the files of this checkout can be seen; null where nobody said it, and then there are no such links. */
export const repositoryUrl =
  REPOSITORY_URL ??
  (GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL ?? 'https://github.com'}/${GITHUB_REPOSITORY}` : null);
