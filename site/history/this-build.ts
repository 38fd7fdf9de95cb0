/** The data of all pages of a build, read and computed once; all other modules are pure functions. */
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
import type { CapabilitiesRecord } from '../../harness/results/records/capabilities-record.ts';
import { type DisputedCells, disputedCells } from '../../harness/results/records/disputed-cells.ts';
import { readDisputes } from '../../harness/results/records/disputes.ts';
import { resultsFileOf } from '../../harness/results/records/read-history.ts';
import {
  capabilitiesOf,
  readCapabilitiesRecords,
  readChannelsRecords,
  readReleases,
  readServersRecords,
} from '../../harness/results/records/read-server-records.ts';
import { readSkillRuns } from '../../harness/results/records/read-skill-runs.ts';
import { readReferences } from '../../harness/results/records/references.ts';
import { measuredPart, type ReleaseRecord } from '../../harness/results/records/release-record.ts';
import { isOfAgent } from '../../harness/results/records/run-facts.ts';
import type { ServersRecord } from '../../harness/results/records/servers-record.ts';
import { pagePackages } from '../../harness/task/packages/index.ts';
import { currentTrends } from '../charts/trends.ts';
import type { Audits } from '../evidence/audits.ts';
import { href } from '../words/href.ts';
import {
  asOf,
  commitOrderOf,
  commitsWithRunPages,
  isPublishedByRun,
  latestOf,
  openRunPaths,
  openRuns,
  planArchives,
  runPagesOf,
  wholeCommits,
} from './commits.ts';
import { asServer } from './compared-releases.ts';
import { runsBefore } from './contender-lines.ts';
import { honestyBoard } from './honesty.ts';
import { matricesOf } from './matrix.ts';
import { reachBoard } from './reach.ts';
import { releaseChangesOf } from './release-changes.ts';
import { releaseLines } from './release-lines.ts';
import { type ReleasePage, releasePagesOf } from './release-pages.ts';
import { earlierRoundsOf, rowPagesOf } from './rows.ts';
import { type BoardServer, serverBoard, withCurrentTitles } from './servers.ts';
import { type SuitePage, suitePagesOf } from './suite-pages.ts';
import { groupTasks, ofProject, pathInGroup, readTaskPages } from './tasks.ts';

// Before the history is awaited, because the thread of the build is still reading it.
/** A run of a commit. Throws if its results are gone. */
export const runOf = openRuns(resultsDir);
const allTasks = await readTaskPages(settings.suites);
/** Without examples and stubs, which are not results. */
export const skillRuns = readSkillRuns(join(resultsDir, 'skills', 'runs')).filter(
  ({ noResult }) => noResult === null,
);
/** Published results that a reader disputes. Other projects have no such list. */
export const disputes = settings.isBenchmark
  ? readDisputes(join(settings.packageRoot, 'site/data/disputes.json'))
  : [];
/** Capabilities and costs of servers, and the page content that they expose. */
export const releases = readReleases(resultsDir);
export const capabilitiesRecords = readCapabilitiesRecords(resultsDir, releases);
export const serversRecords = readServersRecords(resultsDir, releases);
export const channelsRecords = readChannelsRecords(resultsDir, releases);
/** Audits: attempts to pass without doing the task, and solutions that must pass. */
export const audits: Audits = {
  records: readAuditRecords(resultsDir),
  rightEnds: existsSync(acceptedEndsFile(resultsDir)) ? readAcceptedEndsRecord(resultsDir) : null,
};
export const references = settings.references === null ? [] : readReferences(settings.references);

/** In a build, read by the thread (`build-thread.ts`), so that ten thousand commits are not read again for every page. */
export const siteHistory: SiteHistory =
  (await globalThis.historyOfBuild) ?? readSiteHistory(resultsDir, await openOrigins());

export const { taskFiles, suites } = ofProject(
  allTasks,
  settings.plays,
  siteHistory.standings.map(({ suite }) => suite),
);
/** The title of a suite on pages; its id if it was removed. */
export function suiteName(id: string): string {
  const suite = suites.get(id);
  return suite?.name ?? suite?.title ?? id;
}
export const taskGroups = groupTasks(taskFiles);
const taskPaths = new Map(
  taskGroups.flatMap((group) =>
    group.tasks.map(({ task }) => [task.id, pathInGroup(group, task.id)] as const),
  ),
);
/** The page of a task, or its place on the page of its template; null if it was removed. */
export function taskPath(id: string): `/${string}` | null {
  return taskPaths.get(id) ?? null;
}
export const taskTitles: ReadonlyMap<string, string> = new Map(
  taskFiles.map(({ task }) => [task.id, task.title]),
);

/** Records keep the titles of their time, so pages show the current titles of the tests. */
const currentTitles = new Map(taskGroups.map(({ id, title }) => [id, title]));
export const shownCapabilities = withCurrentTitles(capabilitiesRecords, currentTitles);

/** Time of the newest record of any kind, in milliseconds: a run, a measurement of a server, an audit, a run of skills. */
export const newest = latestOf([
  siteHistory.newestMs,
  ...[serversRecords, capabilitiesRecords, channelsRecords, audits.records].flatMap((records) =>
    records.map(({ at }) => Date.parse(at)),
  ),
  ...releases.flatMap(({ parts }) =>
    Object.values(parts).flatMap((part) => (part && 'at' in part ? Date.parse(part.at) : [])),
  ),
  ...(audits.rightEnds ? [Date.parse(audits.rightEnds.at)] : []),
  ...skillRuns.map(({ run }) => Date.parse(run.created_at)),
]);
/** Rows of earlier rounds, which are not compared with current rows. */
export const superseded: ReadonlySet<string> = new Set(
  siteHistory.standings.filter((group) => group.superseded).flatMap(({ rows }) => rows.map(({ id }) => id)),
);

/** In milliseconds; null without a clock. */
export const now = asOf(process.env.SOURCE_DATE_EPOCH, newest);
export const stamp = stampOf(now, synthetic);
export const headline = headlineOf(siteHistory.standings, [...suites.keys()]);
const boards = siteHistory.standings.filter(({ superseded, kind }) => !superseded && isOfAgent(kind));
/** Rows of a table on the board, which is one page of at most 60 kB; a longer table has its own pages. */
export const mostBoardRows = Math.max(4, Math.floor(14 / Math.max(1, boards.length)));
export const rowPages = rowPagesOf(siteHistory.standings, mostBoardRows);
export const earlierRounds = earlierRoundsOf(siteHistory.standings);
export const commitOrder = commitOrderOf(siteHistory.commits);
export const runPages = runPagesOf(siteHistory.commits);
/** The thread writes the archives, so without it no commit is archived. */
const whole = globalThis.historyOfBuild ? wholeCommits : Number.POSITIVE_INFINITY;
export const { archived } = planArchives(siteHistory.commits, siteHistory.standings, whole);
/** The commits whose runs have their own pages. */
export const withRunPages = commitsWithRunPages(siteHistory.commits, archived);
export const runPath = openRunPaths(withRunPages);
const large = new Set(
  siteHistory.commits
    .filter(({ sha }) => !archived.has(sha) && isPublishedByRun(resultsFileOf(resultsDir, sha)))
    .map(({ sha }) => sha),
);
/** The folder below `/api/v1/` with one file per run, if the results of the commit are too large for one file; else null. */
export function runFolder(sha: string): `/${string}/` | null {
  return large.has(sha) ? `/api/v1/runs/${sha}/` : null;
}
/** The published results of a run of a commit that is not archived. */
export function runData(sha: string, runId: string): `/${string}` {
  const folder = runFolder(sha);
  return folder === null ? `/api/v1/runs/${sha}.json` : `${folder}${runId}.json.gz`;
}
export const suitePages: readonly SuitePage[] = suitePagesOf({
  ...{ suites, taskFiles, references, runOf, runPath },
  ...{ packages: pagePackages, standings: siteHistory.standings, limited: siteHistory.limited },
});
export const runBefore = runsBefore(siteHistory.standings);
/** Steps are computed once per build. */
export const siteTrends = currentTrends(siteHistory.standings);
const suiteOf: ReadonlyMap<string, string> = new Map(
  allTasks.taskFiles.map(({ task, suite }) => [task.id, suite]),
);
export const servers = serverBoard({
  servers: serversRecords,
  capabilities: shownCapabilities,
  channels: channelsRecords,
  releases,
  suiteOf: (taskId) => suiteOf.get(taskId),
});
/** The columns of boards of servers are in the order of the rows of `/servers/`. */
const order = servers.servers.map(({ id }) => id);
/** The disputed capabilities of a release. A record of v1 has none. */
export function disputedCapabilities({ id, version }: { id: string; version: string }): DisputedCells {
  const release = releases.find(
    ({ server }) => server.id === id && server.version === version && server.variant === null,
  );
  return release ? disputedCells(disputes, release, 'capabilities') : new Map();
}
export const honesty = honestyBoard(releases, order, disputes);
export const reach = reachBoard(releases, order, disputes);
/** A page for each release that has a record, of either version. */
export const releasePages = releasePagesOf(releases, servers);
/** A release as a server of the board, for pages that show two of them side by side. */
export function releaseAsServer(page: ReleasePage): BoardServer {
  const server = asServer(page);
  return { ...server, capabilities: page.record && shownCapabilitiesOf(page.record) };
}
export function shownCapabilitiesOf(record: ReleaseRecord): CapabilitiesRecord | null {
  const found = capabilitiesOf(record);
  return found && (withCurrentTitles([found], currentTitles)[0] ?? null);
}
/** The edition with which costs were measured; records of v1 have none. */
export function costEdition({ server: { id, version } }: ServersRecord): string {
  const page = releasePages.find((each) => each.id === id && each.version === version && each.record);
  return (page?.record && measuredPart(page.record, 'cost')?.editionSha256) ?? 'earlier format';
}
/** By the path of a release, how it differs from the one before it. */
export const releaseChanges = releaseChangesOf(releasePages);
/** The numbers of each server and of each variant over its releases. */
export const linesOfReleases = releaseLines(releasePages, { suites: servers.suites, suiteName, order });
/** By task as data, and with one column per template on pages. */
export const taskMatrices = matricesOf(siteHistory.standings, runOf);
const digests = new Map(allTasks.taskFiles.map(({ task, taskSha256 }) => [task.id, taskSha256]));
/** By row, the tasks of its newest run that have a different digest now. Rows of one key had the same tasks. */
export const changedTasks: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  siteHistory.standings.flatMap(({ rows }) => {
    const newestRun = rows[0]?.history.at(-1);
    const played = newestRun ? runOf(newestRun).episodes : [];
    const changed = new Set(
      played.flatMap(({ taskId, taskSha256 }) =>
        digests.has(taskId) && digests.get(taskId) !== taskSha256 ? taskId : [],
      ),
    );
    return changed.size > 0 ? rows.map(({ id }) => [id, changed] as const) : [];
  }),
);
const groupIds = new Map(taskGroups.flatMap(({ id, tasks }) => tasks.map(({ task }) => [task.id, id])));
/** Title of the template of a task, else of the task. */
export function taskGroupId(id: string): string {
  return groupIds.get(id) ?? id;
}
/** Without the suites of pages by other authors, whose pages say who passes each task: a page is at most 120 kB. */
export const siteMatrices = matricesOf(
  siteHistory.standings.filter(({ suite }) => suites.get(suite)?.needs === undefined),
  runOf,
  taskGroupId,
);

/** The address of a page or file with its host; null if the host is unknown, because SITE_URL is not set. */
const { url } = settings;
export const absolute = url === null ? null : (path: `/${string}`) => new URL(href(path), url).href;
