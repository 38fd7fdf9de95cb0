import type { CommitSummary } from './read-site-history.ts';
import { siteHistory } from './site-history.ts';

const commitsPerPage = 100;

/** How many pages the list of runs has; an empty history has one, which says so. */
export const runPages = Math.max(1, Math.ceil(siteHistory.commits.length / commitsPerPage));

/** The commits of a page, counted from 1, newest first. */
export function commitsOfPage(page: number): CommitSummary[] {
  return siteHistory.commits.slice((page - 1) * commitsPerPage, page * commitsPerPage);
}

export function runsPath(page: number): `/${string}` {
  return page === 1 ? '/runs/' : `/runs/page/${page}/`;
}
