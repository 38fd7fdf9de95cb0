import type { StandingGroup } from '../../harness/results/standings/standings.ts';

/** So many commits, the newest, have pages and files of their own, and some more until a hundred can be archived. */
export const wholeCommits = 200;
const commitsPerArchive = 100;

/** Where a commit lies that is not whole. `line`: of its own line, from 1. */
export type Archived = { path: `/api/v1/archive/${string}.jsonl.gz`; line: number };

export type ArchivePlan = {
  /** The commits of each archive, oldest first. Those of a standing row are in it too, so that it stays as it is when the row moves on. */
  archives: { path: Archived['path']; shas: string[] }[];
  /** By digest; a commit that is not here has a page and a file of its own. */
  archived: ReadonlyMap<string, Archived>;
};

/**
 * Which commits are archived: of those before the newest `whole` each full hundred, but none that the newest run of a
 * row of today is of. `commits` come newest first.
 */
export function planArchives(
  commits: readonly { sha: string }[],
  standings: readonly Pick<StandingGroup, 'superseded' | 'rows'>[],
  whole = wholeCommits,
  perArchive = commitsPerArchive,
): ArchivePlan {
  const standing = new Set(
    standings.filter(({ superseded }) => !superseded).flatMap(({ rows }) => rows.map(({ sha }) => sha)),
  );
  const oldestFirst = commits.map(({ sha }) => sha).reverse();
  const count = Math.max(0, Math.floor((oldestFirst.length - whole) / perArchive));
  const archives = Array.from({ length: count }, (_, index) => {
    const from = index * perArchive;
    const path: Archived['path'] = `/api/v1/archive/${from + 1}-${from + perArchive}.jsonl.gz`;
    return { path, shas: oldestFirst.slice(from, from + perArchive) };
  });
  const archived = archives.flatMap(({ path, shas }) =>
    shas.map((sha, index): [string, Archived] => [sha, { path, line: index + 2 }]),
  );
  return { archives, archived: new Map(archived.filter(([sha]) => !standing.has(sha))) };
}
