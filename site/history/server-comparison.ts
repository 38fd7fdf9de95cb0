import type { Result, Run } from '../../harness/results/records/result.ts';
import { isReplay } from '../../harness/results/records/run-kind.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import { median } from '../../harness/results/statistics/statistics.ts';

type Standing = StandingGroup['rows'][number];

/** What a server needed for a task: the median over the trials. */
export type TaskCalls = { calls: number; passed: number; total: number };

/** The newest replay of one server. */
type ComparedServer = {
  row: Standing;
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
  runOf: (row: Standing) => Run,
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
function compareGroups(groups: readonly StandingGroup[], runOf: (row: Standing) => Run): ServerComparison {
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
    timesDiffer: timesDiffer(played.map(({ run }) => run)),
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

function timesDiffer(runs: readonly Run[]): string[] {
  const cpus = new Set(runs.map(({ environment }) => environment.cpu));
  const shared = runs.filter(({ config }) => config.workers > 1).map(({ config }) => config.server.id);
  const contended = runs.filter(({ environment }) => environment.contended);
  return [
    ...(shared.length > 0
      ? [`${shared.join(', ')}: several workers shared the machine, and each waited for the others`]
      : []),
    ...(contended.length > 0
      ? [
          `${contended.map(({ config }) => config.server.id).join(', ')}: something else had the processor when the run began`,
        ]
      : []),
    ...(cpus.size > 1 ? [`they ran on different processors: ${[...cpus].sort().join('; ')}`] : []),
  ];
}
