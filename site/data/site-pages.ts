import type { DocPage } from '../build/docs-pages.ts';
import { docPath } from '../build/docs-pages.ts';
import type { CommitSummary, SiteHistory } from '../history/read-site-history.ts';
import { runsPath } from '../history/run-pages.ts';
import { newestStart } from './newest-start.ts';
import type { SitePage } from './sitemap.ts';

type Contents = {
  /** Pages that have one file each, as `pageFiles` finds them. */
  files: readonly string[];
  history: Pick<SiteHistory, 'commits' | 'newestMs'>;
  runPages: readonly CommitSummary[][];
  taskFiles: readonly { task: { id: string } }[];
  skillRuns: readonly { id: string; run: { created_at: string } }[];
  docPages: readonly Pick<DocPage, 'slug'>[];
};

/** Every page that has an address of its own. A commit's page is as new as its newest run, the first page as any run. */
export function sitePagesOf(contents: Contents): SitePage[] {
  const { files, history, runPages, taskFiles, skillRuns, docPages } = contents;
  const newest = history.newestMs === null ? null : new Date(history.newestMs).toISOString();
  return [
    ...files
      // `404` is the answer where there is no page.
      .filter((file) => !file.includes('[') && file !== '404.astro')
      .map(pathOf)
      .map((path) => ({ path, lastmod: path === '/' || path === '/runs/' ? newest : null })),
    ...runPages.slice(1).map((_, index) => ({ path: runsPath(index + 2), lastmod: newest })),
    ...history.commits.map(({ sha, runs }) => ({
      path: `/runs/${sha}/` as const,
      lastmod: newestStart(runs),
    })),
    ...taskFiles.map(({ task }) => ({ path: `/tasks/${task.id}/` as const, lastmod: null })),
    ...skillRuns.map(({ id, run }) => ({ path: `/skills/${id}/` as const, lastmod: run.created_at })),
    ...docPages.map(({ slug }) => ({ path: docPath(slug), lastmod: null })),
  ];
}

/** The address of a page that has one file. */
function pathOf(file: string): `/${string}` {
  return `/${file.replace(/(^|\/)index\.astro$/, '$1').replace(/\.astro$/, '/')}`;
}
