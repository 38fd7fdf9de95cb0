import {
  compareVersions,
  type ServersRecord,
  type TaskCost,
} from '../../harness/results/records/servers-record.ts';
import { type PairedRatio, pairedRatio } from '../../harness/results/statistics/statistics.ts';

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
    timesDiffer: timesDiffer(newest),
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

function timesDiffer(records: readonly ServersRecord[]): string[] {
  const cpus = new Set(records.map(({ cpu }) => cpu));
  const contended = records.filter((record) => record.contended).map(({ server }) => server.id);
  return [
    ...(contended.length > 0
      ? [`${contended.join(', ')}: something else had the processor when it began`]
      : []),
    ...(cpus.size > 1 ? [`they ran on different processors: ${[...cpus].sort().join('; ')}`] : []),
  ];
}
