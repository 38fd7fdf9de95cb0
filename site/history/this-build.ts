/** What all pages of a build are made of, read and computed once: everything else is a function of what it is handed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stampOf } from '../../harness/publish/board/data-file.ts';
import { headlineOf } from '../../harness/publish/board/leaderboard.ts';
import { openOrigins } from '../../harness/publish/board/open-origins.ts';
import { readSiteHistory, type SiteHistory } from '../../harness/publish/board/read-site-history.ts';
import { resultsDir, settings, synthetic } from '../../harness/publish/board/settings.ts';
import {
  acceptedEndsFile,
  readAcceptedEndsRecord,
  readAuditRecords,
} from '../../harness/results/records/audit-record.ts';
import { readCapabilitiesRecords } from '../../harness/results/records/capabilities-record.ts';
import { readChannelsRecords } from '../../harness/results/records/channels-record.ts';
import { readSkillRuns } from '../../harness/results/records/read-skill-runs.ts';
import { readReferences } from '../../harness/results/records/references.ts';
import { readServersRecords } from '../../harness/results/records/servers-record.ts';
import { currentTrends } from '../charts/trends.ts';
import type { Audits } from '../evidence/audits.ts';
import { href } from '../words/href.ts';
import {
  asOf,
  commitOrderOf,
  openCommitResults,
  openRunPaths,
  planArchives,
  runOfRowIn,
  runPagesOf,
  wholeCommits,
} from './commits.ts';
import { runsBefore } from './contender-lines.ts';
import { matricesOf } from './matrix.ts';
import { ofProject, readTaskPages } from './tasks.ts';

// Before the history is waited for, which the thread of the build still reads: this has work to do meanwhile.
export const commitResults = openCommitResults(resultsDir);
const allTasks = await readTaskPages(settings.suites);
/** Examples and stubs are no results. */
export const skillRuns = readSkillRuns(join(resultsDir, 'skills', 'runs')).filter(
  ({ noResult }) => noResult === null,
);
/** What servers can do, what they cost, and what of a page they let through. */
export const capabilitiesRecords = readCapabilitiesRecords(resultsDir);
export const serversRecords = readServersRecords(resultsDir);
export const channelsRecords = readChannelsRecords(resultsDir);
/** What tried to pass without doing the task, and what had to pass. */
export const audits: Audits = {
  records: readAuditRecords(resultsDir),
  rightEnds: existsSync(acceptedEndsFile(resultsDir)) ? readAcceptedEndsRecord(resultsDir) : null,
};
export const references = settings.references === null ? [] : readReferences(settings.references);

/** By the thread (`build-thread.ts`) in a build: ten thousand commits are not read again for every page. */
export const siteHistory: SiteHistory =
  (await globalThis.historyOfBuild) ?? readSiteHistory(resultsDir, await openOrigins());

export const { taskFiles, suites } = ofProject(
  allTasks,
  settings.plays,
  siteHistory.standings.map(({ suite }) => suite),
);
export const taskTitles: ReadonlyMap<string, string> = new Map(
  taskFiles.map(({ task }) => [task.id, task.title]),
);

/** In milliseconds; null where nothing says what time it is. */
export const now = asOf(process.env.SOURCE_DATE_EPOCH, siteHistory.newestMs);
export const stamp = stampOf(now, synthetic);
export const headline = headlineOf(siteHistory.standings, [...suites.keys()]);
export const commitOrder = commitOrderOf(siteHistory.commits);
export const runPages = runPagesOf(siteHistory.commits);
/** The thread writes the archives, so without one no commit is archived. */
const whole = globalThis.historyOfBuild ? wholeCommits : Number.POSITIVE_INFINITY;
export const { archived } = planArchives(siteHistory.commits, siteHistory.standings, whole);
export const runPath = openRunPaths(siteHistory.commits, archived);
export const runBefore = runsBefore(siteHistory.standings);
/** Steps are looked for once a build. */
export const siteTrends = currentTrends(siteHistory.standings);
/** The newest run of a row. Throws where its results are gone. */
export const runOfRow = runOfRowIn(commitResults);
export const siteMatrices = matricesOf(siteHistory.standings, runOfRow);

/** The address of a page or file with its host; null where the host is not known, for SITE_URL is not set. */
const { url } = settings;
export const absolute = url === null ? null : (path: `/${string}`) => new URL(href(path), url).href;
