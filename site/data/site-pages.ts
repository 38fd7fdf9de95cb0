import { globSync } from 'node:fs';
import { sep } from 'node:path';
import { docPages, docPath } from '../build/docs-pages.ts';
import { runPages, runsPath } from '../history/run-pages.ts';
import { siteHistory } from '../history/site-history.ts';
import { skillRuns } from '../history/skill-runs.ts';
import { taskFiles } from '../history/task-pages.ts';
import { newestStart } from './newest-start.ts';
import type { SitePage } from './sitemap.ts';

const newest = siteHistory.newestMs === null ? null : new Date(siteHistory.newestMs).toISOString();

/** The pages that have one file each. `404` is none: it is the answer where there is no page. */
const plain = globSync('**/*.astro', { cwd: 'site/pages' })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => !file.includes('[') && file !== '404.astro')
  .map((file) => `/${file.replace(/(^|\/)index\.astro$/, '$1').replace(/\.astro$/, '/')}` as const);

/** Every page that has an address of its own. A commit's page is as new as its newest run, the first page as any run. */
export const sitePages: readonly SitePage[] = [
  ...plain.map((path) => ({ path, lastmod: path === '/' || path === '/runs/' ? newest : null })),
  ...Array.from({ length: runPages - 1 }, (_, index) => ({ path: runsPath(index + 2), lastmod: newest })),
  ...siteHistory.commits.map(({ sha, runs }) => ({
    path: `/runs/${sha}/` as const,
    lastmod: newestStart(runs),
  })),
  ...taskFiles.map(({ task }) => ({ path: `/tasks/${task.id}/` as const, lastmod: null })),
  ...skillRuns.map(({ id, run }) => ({ path: `/skills/${id}/` as const, lastmod: run.created_at })),
  ...docPages.map(({ slug }) => ({ path: docPath(slug), lastmod: null })),
];
