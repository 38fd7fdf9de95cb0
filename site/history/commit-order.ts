import type { CommitSummary } from '../../harness/publish/board/read-site-history.ts';

/** The place of each commit in the history, oldest first; `commits` come newest first. */
export function commitOrderOf(commits: readonly CommitSummary[]): ReadonlyMap<string, number> {
  return new Map(commits.map(({ sha }, index, { length }) => [sha, length - index]));
}
