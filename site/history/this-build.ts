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
import { resultsFileOf } from '../../harness/results/records/read-history.ts';
import { readSkillRuns } from '../../harness/results/records/read-skill-runs.ts';
import { readReferences } from '../../harness/results/records/references.ts';
import { isOfAgent } from '../../harness/results/records/run-facts.ts';
import { readServersRecords } from '../../harness/results/records/servers-record.ts';
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
import { runsBefore } from './contender-lines.ts';
import { matricesOf } from './matrix.ts';
import { rowPagesOf } from './rows.ts';
import { serverBoard } from './servers.ts';
import { groupTasks, ofProject, pathInGroup, readTaskPages } from './tasks.ts';

// Before the history is waited for, which the thread of the build still reads: this has work to do meanwhile.
/** A run of a commit. Throws where its results are gone. */
export const runOf = openRuns(resultsDir);
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
/** What a page calls a suite; its id where it is no longer here. */
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
/** The page of a task, or its place on that of its template; null where it is no longer here. */
export function taskPath(id: string): `/${string}` | null {
  return taskPaths.get(id) ?? null;
}
export const taskTitles: ReadonlyMap<string, string> = new Map(
  taskFiles.map(({ task }) => [task.id, task.title]),
);

/** When the newest record of any kind was made, in milliseconds: a run, a measurement of a server, an audit, a run of skills. */
export const newest = latestOf([
  siteHistory.newestMs,
  ...[serversRecords, capabilitiesRecords, channelsRecords, audits.records].flatMap((records) =>
    records.map(({ at }) => Date.parse(at)),
  ),
  ...(audits.rightEnds ? [Date.parse(audits.rightEnds.at)] : []),
  ...skillRuns.map(({ run }) => Date.parse(run.created_at)),
]);
/** Rows of earlier rounds, which are compared with no row of today. */
export const superseded: ReadonlySet<string> = new Set(
  siteHistory.standings.filter((group) => group.superseded).flatMap(({ rows }) => rows.map(({ id }) => id)),
);

/** In milliseconds; null where nothing says what time it is. */
export const now = asOf(process.env.SOURCE_DATE_EPOCH, newest);
export const stamp = stampOf(now, synthetic);
export const headline = headlineOf(siteHistory.standings, [...suites.keys()]);
const boards = siteHistory.standings.filter(({ superseded, kind }) => !superseded && isOfAgent(kind));
/** So many rows of a table are on the board, which is one page of at most 60 kB; a table with more has pages. */
export const mostBoardRows = Math.max(4, Math.floor(14 / Math.max(1, boards.length)));
export const rowPages = rowPagesOf(siteHistory.standings, mostBoardRows);
export const commitOrder = commitOrderOf(siteHistory.commits);
export const runPages = runPagesOf(siteHistory.commits);
/** The thread writes the archives, so without one no commit is archived. */
const whole = globalThis.historyOfBuild ? wholeCommits : Number.POSITIVE_INFINITY;
export const { archived } = planArchives(siteHistory.commits, siteHistory.standings, whole);
/** The commits whose runs have pages of their own. */
export const withRunPages = commitsWithRunPages(siteHistory.commits, archived);
export const runPath = openRunPaths(withRunPages);
const large = new Set(
  siteHistory.commits
    .filter(({ sha }) => !archived.has(sha) && isPublishedByRun(resultsFileOf(resultsDir, sha)))
    .map(({ sha }) => sha),
);
/** Below `/api/v1/`: the folder with a file a run of a commit whose results are too large for one; null of any other. */
export function runFolder(sha: string): `/${string}/` | null {
  return large.has(sha) ? `/api/v1/runs/${sha}/` : null;
}
/** The published results of a run of a commit that is not archived. */
export function runData(sha: string, runId: string): `/${string}` {
  const folder = runFolder(sha);
  return folder === null ? `/api/v1/runs/${sha}.json` : `${folder}${runId}.json.gz`;
}
export const runBefore = runsBefore(siteHistory.standings);
/** Steps are looked for once a build. */
export const siteTrends = currentTrends(siteHistory.standings);
const suiteOf: ReadonlyMap<string, string> = new Map(
  allTasks.taskFiles.map(({ task, suite }) => [task.id, suite]),
);
export const servers = serverBoard({
  servers: serversRecords,
  capabilities: capabilitiesRecords,
  channels: channelsRecords,
  suiteOf: (taskId) => suiteOf.get(taskId),
});
/** Task by task, and with a column a template as pages show them. */
export const taskMatrices = matricesOf(siteHistory.standings, runOf);
const digests = new Map(allTasks.taskFiles.map(({ task, taskSha256 }) => [task.id, taskSha256]));
/** By row, the tasks that its newest run played and that have another digest today. Rows of one key had the same tasks. */
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
/** Of the template of a task, else of the task. */
export function taskGroupId(id: string): string {
  return groupIds.get(id) ?? id;
}
export const siteMatrices = matricesOf(siteHistory.standings, runOf, taskGroupId);

/** The address of a page or file with its host; null where the host is not known, for SITE_URL is not set. */
const { url } = settings;
export const absolute = url === null ? null : (path: `/${string}`) => new URL(href(path), url).href;
