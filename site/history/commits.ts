import { compareRuns, type Pair, type RunAt } from '../../harness/publish/board/compare-runs.ts';
import { compared } from '../../harness/publish/board/format.ts';
import type { CommitSummary } from '../../harness/publish/board/read-site-history.ts';
import {
  checkedResults,
  historyIndex,
  resultsFileOf,
  runFileOf,
  storedBytes,
  storedResults,
  storedRun,
} from '../../harness/results/records/read-history.ts';
import type { ResultsFile, Run } from '../../harness/results/records/result.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import { runAnchor } from '../words/href.ts';

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

/** About a kilobyte each; a page is at most 60 kB. */
const runsPerPage = 50;
/** So many runs of a commit are listed, the others on its own page. */
export const runsListed = 20;

/**
 * The commits of each page of the list of runs, newest first: as many as list fifty runs together, and at least one. An empty
 * history has one page, which says so.
 */
export function runPagesOf(commits: readonly CommitSummary[]): CommitSummary[][] {
  const pages: CommitSummary[][] = [[]];
  let runs = 0;
  for (const commit of commits) {
    // A commit without a run has a line too.
    const lines = Math.min(runsListed, Math.max(1, commit.runs.length));
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

/** More than these are not read on one page. */
const episodesOnOnePage = 50;

/** Whether the runs of a commit do not fit on one page. */
export function isSplit({ runs }: Pick<CommitSummary, 'runs'>): boolean {
  return runs.length > 1 && runs.reduce((sum, { episodes }) => sum + episodes, 0) > episodesOnOnePage;
}

/** Pages of runs that a site may have, so that it is small enough to be built and served. */
const mostRunPages = 800;

/** The commits whose runs have pages of their own: the newest, which come first, as long as there is room. */
export function commitsWithRunPages(
  commits: readonly Pick<CommitSummary, 'sha' | 'runs'>[],
  archived: ReadonlyMap<string, unknown>,
): ReadonlySet<string> {
  const split = commits.filter((commit) => !archived.has(commit.sha) && isSplit(commit));
  const shown = new Set<string>();
  let pages = 0;
  for (const { sha, runs } of split) {
    pages += runs.length;
    if (pages > mostRunPages) break;
    shown.add(sha);
  }
  return shown;
}

/** Where a run is shown: on a page of its own, or a place on its commit's. */
export function openRunPaths(withPages: ReadonlySet<string>): (sha: string, runId: string) => `/${string}` {
  return (sha, runId) =>
    withPages.has(sha) ? `/runs/${sha}/${runId}/` : `/runs/${sha}/#${runAnchor(runId)}`;
}

/** Bytes of one file below `/api/v1/runs/`: a commit with more is published in one file a run. */
const mostPublishedBytes = 20e6;

/** Whether the results of a commit are published in one file a run, compressed, in a folder of its digest. */
export function isPublishedByRun(file: string): boolean {
  return storedBytes(file) > mostPublishedBytes;
}

/** The place of each commit in the history, oldest first; `commits` come newest first. */
export function commitOrderOf(commits: readonly CommitSummary[]): ReadonlyMap<string, number> {
  return new Map(commits.map(({ sha }, index, { length }) => [sha, length - index]));
}

/** Characters of stored results; half as much again in memory. */
const room = 150e6;

/** More have no page: the older ones are archived by the hundred. */
const mostPages = wholeCommits + 99;

/**
 * The results of a commit by its digest, not checked again: the history is read from the same files, and whoever reads
 * it checks them. The newest are parsed at once, as many as there is room for: a page of each commit that is not
 * archived will ask for them.
 */
function openCommitResults(resultsDir: string): (sha: string) => ResultsFile {
  const kept = newestOf(resultsDir);
  return (sha) => kept.get(sha) ?? checkedResults(JSON.parse(storedResults(resultsFileOf(resultsDir, sha))));
}

type RunPlace = { sha: string; runId: string };
export type RunOf = (place: RunPlace) => Run;

/** Runs that are kept when they were read from a file of their own: pages ask for the same one several times. */
const runsInMemory = 16;

/** Reads one run of a commit, and no other where each has a file. Throws where it is gone. */
export function openRuns(resultsDir: string): RunOf {
  const resultsOf = openCommitResults(resultsDir);
  const read = new Map<string, Run>();
  return ({ sha, runId }) => {
    const place = resultsFileOf(resultsDir, sha);
    const own = place.endsWith('.json') ? null : runFileOf(place, runId);
    const run =
      own === null
        ? resultsOf(sha).runs.find((each) => each.runId === runId)
        : (read.get(own) ?? storedRun(own));
    if (!run) throw new Error(`results/${sha} has lost its run ${runId} during the build`);
    if (own !== null) {
      read.set(own, run);
      const [oldest] = read.keys();
      if (read.size > runsInMemory && oldest !== undefined) read.delete(oldest);
    }
    return run;
  };
}

function newestOf(resultsDir: string): Map<string, ResultsFile> {
  const newest = new Map<string, ResultsFile>();
  let length = 0;
  for (const { sha, file } of historyIndex(resultsDir).reverse().slice(0, mostPages)) {
    if (!file.endsWith('.json')) continue;
    const stored = storedResults(file);
    length += stored.length;
    if (length > room) break;
    try {
      newest.set(sha, checkedResults(JSON.parse(stored)));
    } catch {
      // Whoever reads the history says which file it was.
      break;
    }
  }
  return newest;
}

/** When the newest of some runs started, ISO 8601 in UTC to the millisecond; null of none. */
export function newestStart(runs: readonly { startedAt: string }[]): string | null {
  if (runs.length === 0) return null;
  return new Date(Math.max(...runs.map(({ startedAt }) => Date.parse(startedAt)))).toISOString();
}

/**
 * What a build takes for now, in milliseconds: SOURCE_DATE_EPOCH (seconds), else the newest result, so that two builds
 * of one commit are the same. Null where there is neither. Throws where SOURCE_DATE_EPOCH is no whole number.
 */
export function asOf(sourceDateEpoch: string | undefined, newestMs: number | null): number | null {
  if (sourceDateEpoch === undefined || sourceDateEpoch === '') return newestMs;
  if (!/^\d{1,11}$/.test(sourceDateEpoch)) {
    throw new Error(`SOURCE_DATE_EPOCH must be whole seconds since 1970, found "${sourceDateEpoch}"`);
  }
  return Number(sourceDateEpoch) * 1000;
}

/** The newest of some moments in milliseconds; null where there is none. */
export function latestOf(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** `hidden`: rows of the pair that its page has no room for. */
type NewestPair = { title: string; a: string; b: string; pair: Pair; hidden: number };

/** Rows of tasks, of all pairs together: about half a kilobyte each, and a page is at most 60 kB. */
const pairRows = 90;

/** Of each row of the leaderboard its newest run against the one before, as far as a page can hold them. */
export function newestPairsOf(standings: readonly StandingGroup[], runOf: RunOf): NewestPair[] {
  const runAt = (place: RunPlace): RunAt => ({ sha: place.sha, run: runOf(place) });
  return standings
    .filter(({ superseded }) => !superseded)
    .flatMap(({ suite, rows }) => rows.map((row) => ({ suite, row })))
    .flatMap(({ suite, row }) => {
      const [before, newest] = row.history.slice(-2);
      if (!before || !newest) return [];
      return [{ title: `${suite}: ${compared(row)}`, a: before, b: newest }];
    })
    .reduce<{ pairs: NewestPair[]; left: number }>(
      ({ pairs, left }, { title, a, b }) => {
        if (left <= 0) return { pairs, left };
        const pair = compareRuns(runAt(a), runAt(b));
        const rows = pair.rows.slice(0, left);
        const hidden = pair.rows.length - rows.length;
        const shown = { title, a: a.sha, b: b.sha, pair: { ...pair, rows }, hidden };
        return { pairs: [...pairs, shown], left: left - pair.rows.length };
      },
      { pairs: [], left: pairRows },
    ).pairs;
}
