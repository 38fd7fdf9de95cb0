import type { CommitSummary } from './read-site-history.ts';

const commitsPerPage = 100;

/** The commits of each page of the list of runs, newest first; an empty history has one page, which says so. */
export function runPagesOf(commits: readonly CommitSummary[]): CommitSummary[][] {
  const pages = Math.max(1, Math.ceil(commits.length / commitsPerPage));
  return Array.from({ length: pages }, (_, page) =>
    commits.slice(page * commitsPerPage, (page + 1) * commitsPerPage),
  );
}

/** Pages are counted from 1. */
export function runsPath(page: number): `/${string}` {
  return page === 1 ? '/runs/' : `/runs/page/${page}/`;
}
