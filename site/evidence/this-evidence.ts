/** Data that only the evidence page needs, in addition to `this-build.ts`. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gitIn } from '../../harness/platform/git/git.ts';
import { checkout, repositoryUrl, resultsDir, settings } from '../../harness/publish/board/settings.ts';
import { readEvents } from '../../harness/results/records/kept-events.ts';
import {
  parseRunFile,
  readResultsFile,
  resultsFileOf,
  runFileOf,
} from '../../harness/results/records/read-history.ts';
import { holdResults } from '../../harness/results/verify/against-git/hold-results.ts';
import { runContradictions } from '../../harness/results/verify/run-contradictions.ts';
import { audits, runOf, siteHistory, taskFiles } from '../history/this-build.ts';
import { lookExamples } from './looks.ts';
import { mostTelling, runChecks } from './run-checks.ts';

/** Paths that an audit depends on: tasks, controls and all code that observes and judges. */
export const judgingPaths = [
  'tasks',
  ...['agents', 'browser', 'judge', 'results/score', 'run/episode', 'web'].map((part) => `harness/${part}`),
];

/** Number of commits since an audit that touched one of them; null if git does not know its commit. */
async function commitsSince(sha: string): Promise<number | null> {
  const count = await gitIn(settings.root).ask('rev-list', '--count', `${sha}..HEAD`, '--', ...judgingPaths);
  return count === null ? null : Number(count);
}

const auditShas = [...audits.records, audits.rightEnds].flatMap((record) => record?.sha ?? []);
/** By the commit of an audit. */
export const since: ReadonlyMap<string, number | null> = new Map(
  await Promise.all([...new Set(auditShas)].map(async (sha) => [sha, await commitsSince(sha)] as const)),
);

/** Episodes of the newest run of each row, and those whose outcome held only in the first observation. */
export const standing = siteHistory.standings
  .filter(({ superseded }) => !superseded)
  .flatMap(({ rows }) => rows)
  .flatMap(({ sha, runId }) => runOf({ sha, runId }).episodes)
  .reduce(
    ({ episodes, tampered }, { status }) => ({
      episodes: episodes + 1,
      tampered: tampered + Number(status === 'tampered'),
    }),
    { episodes: 0, tampered: 0 },
  );

export const examples = lookExamples({
  standings: siteHistory.standings,
  taskFiles,
  runOf,
  eventsOf: (run) => readEvents(resultsDir, run),
});

export const namedRun = await newestStanding();

/** A run on the leaderboard with its checks; null if there is none. */
async function newestStanding() {
  const row = mostTelling(siteHistory.standings);
  if (!row) return null;
  const run = runOf(row);
  const held = await holdResults({ project: checkout, shas: [row.sha], nowMs: Date.now() });
  const events = readEvents(resultsDir, run);
  const file = resultsFileOf(resultsDir, row.sha);
  const own = file.endsWith('.json') ? null : runFileOf(file, row.runId);
  const content = own === null ? readResultsFile(file) : parseRunFile(own, readFileSync(own));
  const checks = runChecks(run, {
    sha: row.sha,
    stored: basename(file),
    contradictions: runContradictions(run),
    git: {
      faults: held.faultsOf(file, content),
      notChecked: held.notChecked(content),
    },
    attested: row.attested,
    repository: repositoryUrl,
    events,
  });
  return { row, run, checks, hasEvents: events !== null };
}
