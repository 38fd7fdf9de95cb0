import { allRows } from '../../harness/publish/board/leaderboard.ts';
import type { CommitSummary, SiteHistory } from '../../harness/publish/board/read-site-history.ts';
import { type DocPage, docPath } from '../build/docs-pages.ts';
import { newestStart, runsPath } from '../history/commits.ts';
import { serverPath } from '../history/releases.ts';
import { earlierRoundsOf, type RowPage, roundPath, rowPagePath } from '../history/rows.ts';
import type { SuitePage } from '../history/suite-pages.ts';
import { escapeXml } from './text-response.ts';

/** `lastmod`: ISO 8601; null if the results do not date the last change of the page. */
export type SitePage = { path: `/${string}`; lastmod: string | null };

/** The limit of the protocol for one file. */
const perFile = 50_000;

/**
 * The sitemap by file name: one file, or an index of several if one file cannot list all pages. Empty without a known host,
 * because a sitemap has only absolute addresses.
 */
export function sitemapFiles(
  pages: readonly SitePage[],
  absolute: ((path: `/${string}`) => string) | null,
): Map<string, string> {
  if (absolute === null) return new Map();
  const urls = pages
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, lastmod }) => element('url', absolute(path), lastmod));
  if (urls.length <= perFile) return new Map([['sitemap', document('urlset', urls)]]);
  const files = Array.from({ length: Math.ceil(urls.length / perFile) }, (_, index) => ({
    name: `sitemap-${index + 1}`,
    xml: document('urlset', urls.slice(index * perFile, (index + 1) * perFile)),
  }));
  const parts = files.map(({ name }) => element('sitemap', absolute(`/${name}.xml`), null));
  return new Map([
    ['sitemap', document('sitemapindex', parts)],
    ...files.map(({ name, xml }) => [name, xml] as const),
  ]);
}

function element(name: string, address: string, lastmod: string | null): string {
  const changed = lastmod === null ? '' : `<lastmod>${lastmod}</lastmod>`;
  return `<${name}><loc>${escapeXml(address)}</loc>${changed}</${name}>`;
}

function document(root: string, elements: readonly string[]): string {
  const opening = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  return ['<?xml version="1.0" encoding="utf-8"?>', opening, ...elements, `</${root}>`, ''].join('\n');
}

type Contents = {
  /** Pages with one file each, from `pageFiles`. */
  files: readonly string[];
  history: Pick<SiteHistory, 'commits' | 'newestMs' | 'standings'>;
  runPages: readonly CommitSummary[][];
  rowPages: readonly Pick<RowPage, 'group' | 'page'>[];
  /** Commits whose page names the archive with their data. */
  archived: ReadonlyMap<string, unknown>;
  /** Commits whose runs have their own pages. */
  withRunPages: ReadonlySet<string>;
  servers: readonly { id: string }[];
  /** Releases, and what was seen in their cells. */
  releases: readonly { path: `/${string}/`; at: string | null }[];
  taskGroups: readonly { id: string }[];
  /** Suites of pages by other authors. */
  suitePages: readonly Pick<SuitePage, 'path' | 'kinds' | 'isSplit'>[];
  episodePages: readonly { path: `/${string}` }[];
  skillRuns: readonly { id: string; run: { created_at: string } }[];
  docPages: readonly Pick<DocPage, 'slug'>[];
};

/** Every page with its own address that is not archived. A commit's page is as new as its newest run, and the first page as the newest of all runs. */
export function sitePagesOf(contents: Contents): SitePage[] {
  const {
    files,
    history,
    runPages,
    rowPages,
    archived,
    withRunPages,
    servers,
    releases,
    taskGroups,
    suitePages,
    episodePages,
    skillRuns,
    docPages,
  } = contents;
  const newest = history.newestMs === null ? null : new Date(history.newestMs).toISOString();
  return [
    ...files
      // The host serves `404` for missing pages.
      .filter((file) => !file.includes('[') && file !== '404.astro')
      .map(pagePathOf)
      .map((path) => ({ path, lastmod: path === '/' || path === '/runs/' ? newest : null })),
    ...runPages.slice(1).map((_, index) => ({ path: runsPath(index + 2), lastmod: newest })),
    ...history.commits
      .filter(({ sha }) => !archived.has(sha))
      .flatMap((commit) => pagesOfCommit(commit, withRunPages)),
    ...allRows(history.standings).map(({ row }) => ({
      path: `/rows/${row.id}/` as const,
      lastmod: row.startedAt,
    })),
    ...rowPages.map(({ group, page }) => ({ path: rowPagePath(group, page), lastmod: newest })),
    ...earlierRoundsOf(history.standings).flatMap(([group]) =>
      group ? [{ path: roundPath(group), lastmod: null }] : [],
    ),
    ...servers.map(({ id }) => ({ path: serverPath(id), lastmod: null })),
    ...releases.map(({ path, at }) => ({ path, lastmod: at })),
    ...episodePages.map(({ path }) => ({ path, lastmod: null })),
    ...taskGroups.map(({ id }) => ({ path: `/tasks/${id}/` as const, lastmod: null })),
    ...suitePages
      .flatMap(({ path, kinds, isSplit }) => [path, ...(isSplit ? kinds.map((kind) => kind.path) : [])])
      .map((path) => ({ path, lastmod: null })),
    ...skillRuns.map(({ id, run }) => ({ path: `/agents/skills/${id}/` as const, lastmod: run.created_at })),
    ...docPages.map(({ slug }) => ({ path: docPath(slug), lastmod: null })),
  ];
}

function pagesOfCommit(commit: CommitSummary, withRunPages: Contents['withRunPages']): SitePage[] {
  const { sha, runs } = commit;
  const ofRuns = runs.map((run) => ({
    path: `/runs/${sha}/${run.runId}/` as const,
    lastmod: newestStart([run]),
  }));
  return [{ path: `/runs/${sha}/`, lastmod: newestStart(runs) }, ...(withRunPages.has(sha) ? ofRuns : [])];
}

/** The address of a page with one file. */
function pagePathOf(file: string): `/${string}` {
  return `/${file.replace(/(^|\/)index\.astro$/, '$1').replace(/\.astro$/, '/')}`;
}
