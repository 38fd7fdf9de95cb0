import type { CommitSummary } from '../../harness/publish/board/read-site-history.ts';

const runsPerPage = 100;

/**
 * The commits of each page of the list of runs, newest first: as many as have a hundred runs together, and at least one. An empty
 * history has one page, which says so.
 */
export function runPagesOf(commits: readonly CommitSummary[]): CommitSummary[][] {
  const pages: CommitSummary[][] = [[]];
  let runs = 0;
  for (const commit of commits) {
    // A commit without a run has a line too.
    const lines = Math.max(1, commit.runs.length);
    if (runs > 0 && runs + lines > runsPerPage) {
      pages.push([]);
      runs = 0;
    }
    pages.at(-1)?.push(commit);
    runs += lines;
  }
  return pages;
}

/** Pages are counted from 1. */
export function runsPath(page: number): `/${string}` {
  return page === 1 ? '/runs/' : `/runs/page/${page}/`;
}
