import type { Result, Run } from '../../harness/results/records/result.ts';
import { isReplay } from '../../harness/results/records/run-facts.ts';
import {
  compareVersions,
  type ServersRecord,
  type TaskCost,
} from '../../harness/results/records/servers-record.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import { median, type PairedRatio, pairedRatio } from '../../harness/results/statistics/statistics.ts';

/** What of a task is set side by side. */
export const costs = ['tokens', 'bytes', 'calls', 'ms'] as const;
type Cost = (typeof costs)[number];
type Ratios = Readonly<Record<Cost, PairedRatio | null>>;

type BoardRow = {
  record: ServersRecord;
  /** Over the tasks that both passed; null of the reference itself. */
  toReference: Ratios | null;
};

type VersionStep = { record: ServersRecord; before: ServersRecord; ratios: Ratios };

/** How what a server answers has grown, from its oldest version that was measured on. */
type ServerTrend = {
  title: string;
  /** Oldest first: tokens of a task in multiples of those of the oldest; null where the two share no task. */
  points: { version: string; tokens: number | null }[];
};

export type ServerBoard = {
  reference: ServersRecord | null;
  /** The newest version of each server, the fewest tokens first; those that share no task with the reference last. */
  rows: BoardRow[];
  /** Each version beside the one before it, the newest of a server first. */
  versions: VersionStep[];
  /** Of each server of which more than one version was measured. */
  trends: ServerTrend[];
  /** Why times say nothing of the servers; empty where they may be set side by side. */
  timesDiffer: string[];
};

const referenceId = 'playwright';

/** Of the records of a results folder. Compared with the newest version of Playwright MCP, else with the first that is there. */
export function serverBoard(records: readonly ServersRecord[]): ServerBoard {
  const byId = [...Map.groupBy(records, ({ server }) => server.id).values()].map((of) =>
    of.toSorted((one, other) => compareVersions(one.server.version, other.server.version)),
  );
  const newest = byId.flatMap((of) => of.at(-1) ?? []);
  const reference = newest.find(({ server }) => server.id === referenceId) ?? newest[0] ?? null;
  const rows = newest.map(
    (record): BoardRow => ({
      record,
      toReference: record === reference || !reference ? null : ratiosOf(record, reference),
    }),
  );
  const share = ({ toReference }: BoardRow) =>
    toReference === null ? 1 : (toReference.tokens?.ratio ?? Number.POSITIVE_INFINITY);
  return {
    reference,
    rows: rows.sort((one, other) => share(one) - share(other)),
    versions: byId.flatMap((of) =>
      of
        .slice(1)
        .map((record, index): VersionStep => {
          // There is one before each but the first.
          const before = of[index] ?? record;
          return { record, before, ratios: ratiosOf(record, before) };
        })
        .reverse(),
    ),
    trends: byId.filter((of) => of.length > 1).map(trendOf),
    timesDiffer: whyTimesDiffer(
      newest.map(({ server, cpu, contended }) => ({ server: server.id, cpu, contended })),
      'it',
    ),
  };
}

/** Of the versions of one server, at least one, oldest first. */
function trendOf(versions: readonly ServersRecord[]): ServerTrend {
  const [oldest] = versions;
  return {
    title: oldest?.server.title ?? '',
    points: versions.map((record) => ({
      version: record.server.version,
      tokens: !oldest || record === oldest ? 1 : (ratiosOf(record, oldest).tokens?.ratio ?? null),
    })),
  };
}

function ratiosOf({ tasks }: ServersRecord, other: ServersRecord): Ratios {
  const theirs = new Map(other.tasks.map((task) => [task.taskId, task]));
  const pairs = tasks.flatMap((task): [TaskCost, TaskCost][] => {
    const of = theirs.get(task.taskId);
    return task.passed && of?.passed ? [[task, of]] : [];
  });
  const ratioOf = (cost: Cost) => pairedRatio(pairs.map(([one, two]) => [one[cost], two[cost]] as const));
  return { tokens: ratioOf('tokens'), bytes: ratioOf('bytes'), calls: ratioOf('calls'), ms: ratioOf('ms') };
}

type Row = StandingGroup['rows'][number];

/** What a server needed for a task: the median over the trials. */
export type TaskCalls = { calls: number; passed: number; total: number };

/** The newest replay of one server. */
type ComparedServer = {
  row: Row;
  serverErrors: number;
  byTask: ReadonlyMap<string, TaskCalls>;
};

export type ServerComparison = {
  /** That of the servers of the list, where they played; those from a command line stand in the same table, marked. */
  group: StandingGroup;
  /** By name; the newest version of each. */
  servers: ComparedServer[];
  taskIds: string[];
  /** Why the durations say nothing of the servers; empty where they may be set side by side. */
  timesDiffer: string[];
};

/** The servers whose recordings were replayed, a comparison for each comparability key; `runOf` reads the run of a row. */
export function compareServers(
  groups: readonly StandingGroup[],
  runOf: (row: Row) => Run,
): ServerComparison[] {
  const current = groups.filter(({ superseded }) => !superseded);
  return [...Map.groupBy(current, ({ comparabilityKey }) => comparabilityKey).values()]
    .map((ofKey) =>
      compareGroups(
        ofKey.toSorted((a, b) => Number(a.custom) - Number(b.custom)),
        runOf,
      ),
    )
    .filter(({ servers }) => servers.length > 0);
}

/** `groups` are of one key, at least one. */
function compareGroups(groups: readonly StandingGroup[], runOf: (row: Row) => Run): ServerComparison {
  const [group] = groups;
  if (!group) throw new Error('no group to compare');
  const replays = groups
    .flatMap(({ rows }) => rows)
    .filter(isReplay)
    .sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
  const newest = [...new Map(replays.map((row) => [row.server.id, row])).values()];
  const played = newest
    .sort((a, b) => (a.server.id < b.server.id ? -1 : 1))
    .map((row) => ({ row, run: runOf(row) }));
  const servers = played.map(({ row, run }) => ({
    row,
    serverErrors: run.episodes.reduce((sum, { serverErrors }) => sum + serverErrors, 0),
    byTask: callsByTask(run.episodes),
  }));
  return {
    group,
    servers,
    taskIds: [...new Set(servers.flatMap(({ byTask }) => [...byTask.keys()]))],
    timesDiffer: whyTimesDiffer(
      played.map(({ run: { config, environment } }) => ({
        server: config.server.id,
        cpu: environment.cpu,
        contended: environment.contended,
        shared: config.workers > 1,
      })),
      'the run',
    ),
  };
}

function callsByTask(episodes: readonly Result[]): Map<string, TaskCalls> {
  return new Map(
    [...Map.groupBy(episodes, ({ taskId }) => taskId)].map(([taskId, trials]) => [
      taskId,
      {
        calls: median(trials.map(({ toolCalls }) => toolCalls)) ?? 0,
        passed: trials.filter(({ success }) => success).length,
        total: trials.length,
      },
    ]),
  );
}

/** Why the times that were measured on several servers say nothing of them. `began`: what the machine began to do then. */
function whyTimesDiffer(
  measured: readonly { server: string; cpu: string; contended?: boolean | undefined; shared?: boolean }[],
  began: string,
): string[] {
  const cpus = new Set(measured.map(({ cpu }) => cpu));
  const named = (servers: typeof measured, why: string) =>
    servers.length > 0 ? [`${servers.map(({ server }) => server).join(', ')}: ${why}`] : [];
  return [
    ...named(
      measured.filter(({ shared }) => shared),
      'several workers shared the machine, and each waited for the others',
    ),
    ...named(
      measured.filter(({ contended }) => contended),
      `something else had the processor when ${began} began`,
    ),
    ...(cpus.size > 1 ? [`they ran on different processors: ${[...cpus].sort().join('; ')}`] : []),
  ];
}
