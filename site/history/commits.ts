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

/** The newest commits that have their own pages and files; a few more have them until a hundred can be archived. */
export const wholeCommits = 200;
const commitsPerArchive = 100;

/** The place of an archived commit. `line`: number of its line, from 1. */
export type Archived = { path: `/api/v1/archive/${string}.jsonl.gz`; line: number };

export type ArchivePlan = {
  /** The commits of each archive, oldest first. It includes commits of current rows, so that it does not change when a row moves on. */
  archives: { path: Archived['path']; shas: string[] }[];
  /** By digest; a commit that is missing here has its own page and file. */
  archived: ReadonlyMap<string, Archived>;
};

/**
 * The archived commits: each full hundred before the newest `whole`, except commits with the newest run of a current
 * row. `commits` come newest first.
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

/** Runs of a page, about a kilobyte each; a page is at most 60 kB. */
const runsPerPage = 50;
/** Listed runs of a commit; its own page has the others. */
export const runsListed = 20;

/**
 * The commits of each page of the list of runs, newest first: at least one, and up to fifty listed runs together. An empty
 * history has one page with a message.
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

/** Longer lists are not read on one page. */
const episodesOnOnePage = 50;

/** Whether the runs of a commit do not fit on one page. */
export function isSplit({ runs }: Pick<CommitSummary, 'runs'>): boolean {
  return runs.length > 1 && runs.reduce((sum, { episodes }) => sum + episodes, 0) > episodesOnOnePage;
}

/** Limit on the pages of runs, so that the site stays small enough to build and serve. */
const mostRunPages = 800;

/** The commits whose runs have their own pages: the newest ones, which come first, up to the limit. */
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

/** The address of a run: its own page, or a place on its commit's page. */
export function openRunPaths(withPages: ReadonlySet<string>): (sha: string, runId: string) => `/${string}` {
  return (sha, runId) =>
    withPages.has(sha) ? `/runs/${sha}/${runId}/` : `/runs/${sha}/#${runAnchor(runId)}`;
}

/** Bytes of one file below `/api/v1/runs/`: a larger commit is published in one file per run. */
const mostPublishedBytes = 20e6;

/** Whether the results of a commit are published in a folder of its digest, one compressed file per run. */
export function isPublishedByRun(file: string): boolean {
  return storedBytes(file) > mostPublishedBytes;
}

/** The place of each commit in the history, oldest first; `commits` come newest first. */
export function commitOrderOf(commits: readonly CommitSummary[]): ReadonlyMap<string, number> {
  return new Map(commits.map(({ sha }, index, { length }) => [sha, length - index]));
}

/** Characters of stored results; in memory they take 1.5 times as much. */
const room = 150e6;

/** Limit on commits with a page; older ones are archived by the hundred. */
const mostPages = wholeCommits + 99;

/**
 * The results of a commit by its digest, without a check: the history is read from the same files, and that reader
 * checks them. The newest results are parsed at once, up to the limit, because the page of each commit that is not
 * archived needs them.
 */
function openCommitResults(resultsDir: string): (sha: string) => ResultsFile {
  const kept = newestOf(resultsDir);
  return (sha) => kept.get(sha) ?? checkedResults(JSON.parse(storedResults(resultsFileOf(resultsDir, sha))));
}

type RunPlace = { sha: string; runId: string };
export type RunOf = (place: RunPlace) => Run;

/** Cache of runs that were read from their own files, because pages read the same run several times. */
const runsInMemory = 16;

/** Reads one run of a commit; if each run has a file, only that file. Throws if the run is gone. */
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
      // The reader of the history reports the file.
      break;
    }
  }
  return newest;
}

/** Start of the newest of these runs, ISO 8601 in UTC to the millisecond; null without runs. */
export function newestStart(runs: readonly { startedAt: string }[]): string | null {
  if (runs.length === 0) return null;
  return new Date(Math.max(...runs.map(({ startedAt }) => Date.parse(startedAt)))).toISOString();
}

/**
 * The current time of a build, in milliseconds: SOURCE_DATE_EPOCH (seconds), else the newest result, so that two builds
 * of one commit are equal. Null without both. Throws if SOURCE_DATE_EPOCH is not a whole number.
 */
export function asOf(sourceDateEpoch: string | undefined, newestMs: number | null): number | null {
  if (sourceDateEpoch === undefined || sourceDateEpoch === '') return newestMs;
  if (!/^\d{1,11}$/.test(sourceDateEpoch)) {
    throw new Error(`SOURCE_DATE_EPOCH: got "${sourceDateEpoch}"; expected whole seconds since 1970`);
  }
  return Number(sourceDateEpoch) * 1000;
}

/** The newest of these times in milliseconds; null if there is none. */
export function latestOf(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** `hidden`: number of rows of the pair that do not fit on its page. */
type NewestPair = { title: string; a: string; b: string; pair: Pair; hidden: number };

/** Rows of tasks of all pairs together, about half a kilobyte each; a page is at most 60 kB. */
const pairRows = 90;

/** For each row of the leaderboard, its newest run and the run before it, as many as fit on a page. */
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
