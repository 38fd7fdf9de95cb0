import { allRows } from '../../harness/publish/board/headline.ts';
import type { CommitSummary, SiteHistory } from '../../harness/publish/board/read-site-history.ts';
import type { DocPage } from '../build/docs-pages.ts';
import { docPath } from '../build/docs-pages.ts';
import { runsPath } from '../history/run-pages.ts';
import { isSplit } from '../history/run-paths.ts';
import { newestStart } from './newest-start.ts';
import type { SitePage } from './sitemap.ts';

type Contents = {
  /** Pages that have one file each, as `pageFiles` finds them. */
  files: readonly string[];
  history: Pick<SiteHistory, 'commits' | 'newestMs' | 'standings'>;
  runPages: readonly CommitSummary[][];
  /** Commits whose page says where their data is. */
  archived: ReadonlyMap<string, unknown>;
  taskFiles: readonly { task: { id: string } }[];
  skillRuns: readonly { id: string; run: { created_at: string } }[];
  docPages: readonly Pick<DocPage, 'slug'>[];
};

/** Every page that has an address of its own and is not archived. A commit's page is as new as its newest run, the first page as any run. */
export function sitePagesOf(contents: Contents): SitePage[] {
  const { files, history, runPages, archived, taskFiles, skillRuns, docPages } = contents;
  const newest = history.newestMs === null ? null : new Date(history.newestMs).toISOString();
  return [
    ...files
      // `404` is the answer where there is no page.
      .filter((file) => !file.includes('[') && file !== '404.astro')
      .map(pathOf)
      .map((path) => ({ path, lastmod: path === '/' || path === '/runs/' ? newest : null })),
    ...runPages.slice(1).map((_, index) => ({ path: runsPath(index + 2), lastmod: newest })),
    ...history.commits.filter(({ sha }) => !archived.has(sha)).flatMap(pagesOfCommit),
    ...allRows(history.standings).map(({ row }) => ({
      path: `/rows/${row.id}/` as const,
      lastmod: row.startedAt,
    })),
    ...taskFiles.map(({ task }) => ({ path: `/tasks/${task.id}/` as const, lastmod: null })),
    ...skillRuns.map(({ id, run }) => ({ path: `/skills/${id}/` as const, lastmod: run.created_at })),
    ...docPages.map(({ slug }) => ({ path: docPath(slug), lastmod: null })),
  ];
}

function pagesOfCommit(commit: CommitSummary): SitePage[] {
  const { sha, runs } = commit;
  const ofRuns = runs.map((run) => ({
    path: `/runs/${sha}/${run.runId}/` as const,
    lastmod: newestStart([run]),
  }));
  return [{ path: `/runs/${sha}/`, lastmod: newestStart(runs) }, ...(isSplit(commit) ? ofRuns : [])];
}

/** The address of a page that has one file. */
function pathOf(file: string): `/${string}` {
  return `/${file.replace(/(^|\/)index\.astro$/, '$1').replace(/\.astro$/, '/')}`;
}
