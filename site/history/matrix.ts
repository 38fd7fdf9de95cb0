import type { Stamp } from '../../harness/publish/board/data-file.ts';
import { compared, plural } from '../../harness/publish/board/format.ts';
import { rowRecord } from '../../harness/publish/board/leaderboard.ts';
import type { Result, Run } from '../../harness/results/records/result.ts';
import { isOfAgent } from '../../harness/results/records/run-facts.ts';
import type { RunKind } from '../../harness/results/records/run-identity.ts';
import { isCharged } from '../../harness/results/records/statuses.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import { itemRestCorrelations } from '../../harness/results/statistics/item-rest.ts';

type Standing = StandingGroup['rows'][number];

/** The result of a row in a column: a task, or the tasks of a template. An errored trial does not pass, and does not count for the task. */
export type MatrixCell = {
  passed: number;
  failed: number;
  errored: number;
  /** Whether a task of it passed in one trial and failed in another. */
  flaky: boolean;
  /** The most informative trial: the first that did not pass, else the first. */
  told: Pick<Result, 'taskId' | 'trial'>;
};

type MatrixRow = { group: StandingGroup; row: Standing; cells: (MatrixCell | null)[] };

/** A column with its margins over the rows in `saidOf`; null if these have no judged trial. */
export type MatrixTask = {
  taskId: string;
  passed: number;
  judged: number;
  rate: number | null;
  discrimination: number | null;
  /** All judged trials of all these rows passed, or none did. */
  everybody: boolean;
  nobody: boolean;
  /** Whether one of these rows passed some of its trials and failed others. */
  flaky: boolean;
};

/** The rows that the margins count: agents, or baselines if no agent has played. */
type SaidOf = { whom: 'agents' | 'baselines' | null; rows: number };

/** All rows of one asking, without replays. Tasks are sorted by difficulty, the easiest first; rows by score. */
export type Matrix = {
  group: StandingGroup;
  saidOf: SaidOf;
  tasks: MatrixTask[];
  rows: MatrixRow[];
};

/**
 * The matrices of all rounds that no newer round has superseded; custom servers have their own. `runOf` reads the newest run
 * of a row. `columnOf` maps a task to its column, by default its own.
 */
export function matricesOf(
  standings: readonly StandingGroup[],
  runOf: (row: Pick<Standing, 'sha' | 'runId'>) => Pick<Run, 'episodes'>,
  columnOf: (taskId: string) => string = (taskId) => taskId,
): Matrix[] {
  const current = standings.filter(({ superseded, kind }) => !superseded && kind !== 'replay');
  const asked = Map.groupBy(current, ({ askedKey, custom }) => `${askedKey} ${custom}`);
  return [...asked.values()].flatMap((groups) => {
    const played = groups.flatMap((group) =>
      group.rows.map((row) => ({ group, row, byTask: cellsOf(runOf(row).episodes, columnOf) })),
    );
    const [group] = groups;
    return group ? [matrixOf(group, played)] : [];
  });
}

type RowCells = { group: StandingGroup; row: Standing; byTask: ReadonlyMap<string, MatrixCell> };

function matrixOf(group: StandingGroup, played: readonly RowCells[]): Matrix {
  const whom = whomOf(played);
  const said = played.filter(({ group: { kind } }) => whom?.has(kind));
  const taskIds = [...new Set(played.flatMap(({ byTask }) => [...byTask.keys()]))].sort();
  const discriminations = itemRestCorrelations(
    said.map(({ byTask }) => taskIds.map((taskId) => shareOf(byTask.get(taskId)))),
  );
  const tasks = taskIds
    .map((taskId, at) => taskOf(taskId, said, discriminations[at] ?? null))
    .sort((a, b) => (b.rate ?? -1) - (a.rate ?? -1));
  const rows = played
    .map(({ group, row, byTask }) => ({
      group,
      row,
      cells: tasks.map(({ taskId }) => byTask.get(taskId) ?? null),
    }))
    .sort((a, b) => b.row.score.rate - a.row.score.rate || (compared(a.row) < compared(b.row) ? -1 : 1));
  return { group, saidOf: { whom: whom?.name ?? null, rows: said.length }, tasks, rows };
}

function whomOf(
  played: readonly RowCells[],
): { name: 'agents' | 'baselines'; has: (kind: RunKind) => boolean } | null {
  const kinds = new Set(played.map(({ group: { kind } }) => kind));
  if ([...kinds].some(isOfAgent)) return { name: 'agents', has: isOfAgent };
  return kinds.has('baseline') ? { name: 'baselines', has: (kind) => kind === 'baseline' } : null;
}

/** The results of one run by column. */
function cellsOf(episodes: readonly Result[], columnOf: (taskId: string) => string): Map<string, MatrixCell> {
  const byColumn = Map.groupBy(episodes, ({ taskId }) => columnOf(taskId));
  return new Map(
    [...byColumn].flatMap(([column, trials]) => {
      const passed = trials.filter(({ success }) => success).length;
      const errored = trials.filter(({ status }) => !isCharged(status)).length;
      const told = trials.find(({ success }) => !success) ?? trials[0];
      const failed = trials.length - passed - errored;
      if (!told) return [];
      const { taskId, trial } = told;
      return [
        [column, { passed, failed, errored, flaky: isFlaky(trials), told: { taskId, trial } }] as const,
      ];
    }),
  );
}

/** Whether a task passed in one trial and failed in another. */
function isFlaky(episodes: readonly Result[]): boolean {
  return [...Map.groupBy(episodes, ({ taskId }) => taskId).values()].some(
    (trials) =>
      trials.some(({ success }) => success) &&
      trials.some(({ success, status }) => !success && isCharged(status)),
  );
}

function taskOf(taskId: string, said: readonly RowCells[], discrimination: number | null): MatrixTask {
  const cells = said.flatMap(({ byTask }) => byTask.get(taskId) ?? []);
  const passed = cells.reduce((sum, cell) => sum + cell.passed, 0);
  const judged = cells.reduce((sum, cell) => sum + cell.passed + cell.failed, 0);
  return {
    taskId,
    passed,
    judged,
    rate: judged === 0 ? null : passed / judged,
    discrimination,
    everybody: judged > 0 && passed === judged,
    nobody: judged > 0 && passed === 0,
    flaky: cells.some(({ flaky }) => flaky),
  };
}

function shareOf(cell: MatrixCell | undefined): number | null {
  const judged = cell ? cell.passed + cell.failed : 0;
  return cell && judged > 0 ? cell.passed / judged : null;
}

/** Characters of markup: of all matrices of a page together, of a cell, and of the rest of a row. */
const markup = { room: 95_000, cell: 125, row: 300 };

/** How many rows of each matrix a page shows, from the first: all if they fit, else an equal share of each, at least 4. */
export function shownRows(matrices: readonly Matrix[]): number[] {
  const sizes = matrices.map(({ tasks, rows }) => rows.length * (tasks.length * markup.cell + markup.row));
  const share = Math.min(1, markup.room / sizes.reduce((sum, size) => sum + size, 1));
  return matrices.map(({ rows }) => Math.min(rows.length, Math.max(4, Math.floor(rows.length * share))));
}

/** The link of a cell: the page of its most informative episode, else the task; null if the task is gone. */
export function cellPathOf(
  cell: MatrixCell,
  runId: string,
  pages: {
    episodePath: (runId: string, taskId: string, trial: number) => `/${string}` | null;
    taskPath: (taskId: string) => `/${string}` | null;
  },
): `/${string}` | null {
  const { taskId, trial } = cell.told;
  return pages.episodePath(runId, taskId, trial) ?? pages.taskPath(taskId);
}

/** What a cell counts, in words; for a template, the episodes on all seeds. */
export function cellsCount({ trials, worldSeeds }: Pick<StandingGroup, 'trials' | 'worldSeeds'>): string {
  const seeds = worldSeeds?.length ?? 1;
  const of = trials === 1 ? '' : `, ${trials} trials on each`;
  return seeds === 1 ? `passes of ${plural(trials, 'trial')}` : `passes on ${seeds} seeds${of}`;
}

/** The note of a column, over the rows that the margins count. */
export function noteWords({ everybody, nobody, flaky }: MatrixTask, whom: 'agents' | 'baselines'): string {
  if (everybody) return `all ${whom}`;
  if (nobody) return `no ${whom === 'agents' ? 'agent' : 'baseline'}`;
  return flaky ? 'flaky' : '';
}

/** `2 of 3 passed, 1 errored`. */
export function cellWords({ passed, failed, errored }: MatrixCell): string {
  const lost = errored === 0 ? '' : `, ${errored} errored`;
  return `${passed} of ${passed + failed + errored} passed${lost}`;
}

/** The shade of a cell by its share of passes: `s0` for none to `s4` for all, and `lost` if a trial errored. */
export function cellClass({ passed, failed, errored }: MatrixCell): string {
  const share = passed / (passed + failed + errored);
  const shade = share === 0 || share === 1 ? share * 4 : Math.min(3, Math.max(1, Math.round(share * 4)));
  return `s${shade}${errored > 0 ? ' lost' : ''}`;
}

/** Rows by tasks as data, in the order of the page. A row has no cell for a task that it has not played. */
export function matrixRecord(matrices: readonly Matrix[], stamp: Stamp) {
  return {
    schema: 'contract-bench.matrix.v1',
    ...stamp,
    tables: matrices.map(({ group, saidOf, tasks, rows }) => {
      const { askedKey, suite, custom, web, trials, worldSeeds, limits, judge } = group;
      return {
        ...{ askedKey, suite, custom, web, trials, worldSeeds, limits, judge, saidOf, tasks },
        rows: rows.map(({ group: ofRow, row, cells }) => ({
          ...rowRecord(ofRow, row),
          comparabilityKey: ofRow.comparabilityKey,
          cells: cells.flatMap((cell) => {
            if (cell === null) return [];
            const { told, passed, failed, errored } = cell;
            return [{ taskId: told.taskId, passed, failed, errored }];
          }),
        })),
      };
    }),
  };
}
