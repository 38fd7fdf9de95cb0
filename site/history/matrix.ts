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

/** What a row came to in a column: on a task, or on those of a template. An errored trial was lost to us: it is no pass, and says nothing of the task. */
export type MatrixCell = {
  passed: number;
  failed: number;
  errored: number;
  /** A task of it was passed in one trial and failed in another. */
  flaky: boolean;
  /** Of the trial that tells most: the first that did not pass, else the first. */
  told: Pick<Result, 'taskId' | 'trial'>;
};

type MatrixRow = { group: StandingGroup; row: Standing; cells: (MatrixCell | null)[] };

/** A column with its margins, which are of the rows that `saidOf` names; null where these say nothing. */
export type MatrixTask = {
  taskId: string;
  passed: number;
  judged: number;
  rate: number | null;
  discrimination: number | null;
  /** All judged trials of all these rows passed, or none did. */
  everybody: boolean;
  nobody: boolean;
  /** One of these rows passed some of its trials and failed others. */
  flaky: boolean;
};

/** Whose the margins are: of agents, or as long as none has played of the baselines, which are none. */
type SaidOf = { whom: 'agents' | 'baselines' | null; rows: number };

/** All rows that were asked the same but replays. Tasks stand by difficulty, the easiest first; rows by score. */
export type Matrix = {
  group: StandingGroup;
  saidOf: SaidOf;
  tasks: MatrixTask[];
  rows: MatrixRow[];
};

/**
 * Of the rounds that no newer one has superseded; custom servers apart. `runOf` reads the newest run of a row. `columnOf`: what
 * stands in one column, by default each task by itself.
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

/** What each column came to in one run. */
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

/** Whether some task was passed in one trial and failed in another. */
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

/** Characters of markup that the matrices of a page may take together, of a cell, and of what else is in a row. */
const markup = { room: 95_000, cell: 125, row: 300 };

/** How many rows of each matrix a page shows, from the first: all where they fit, else each as large a part, at least 4. */
export function shownRows(matrices: readonly Matrix[]): number[] {
  const sizes = matrices.map(({ tasks, rows }) => rows.length * (tasks.length * markup.cell + markup.row));
  const share = Math.min(1, markup.room / sizes.reduce((sum, size) => sum + size, 1));
  return matrices.map(({ rows }) => Math.min(rows.length, Math.max(4, Math.floor(rows.length * share))));
}

/** Where a cell leads: to the page of the episode that tells most, else to the task; nowhere where that is gone. */
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

/** What a cell counts: of a template the episodes on all seeds. */
export function cellsCount({ trials, worldSeeds }: Pick<StandingGroup, 'trials' | 'worldSeeds'>): string {
  const seeds = worldSeeds?.length ?? 1;
  const of = trials === 1 ? '' : `, ${trials} trials on each`;
  return seeds === 1 ? `passes of ${plural(trials, 'trial')}` : `passes on ${seeds} seeds${of}`;
}

/** What is of note in a column, by the rows that the margins are of. */
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

/** The shade of a cell by its share of passes: `s0` of none to `s4` of all, and `lost` where a trial was errored. */
export function cellClass({ passed, failed, errored }: MatrixCell): string {
  const share = passed / (passed + failed + errored);
  const shade = share === 0 || share === 1 ? share * 4 : Math.min(3, Math.max(1, Math.round(share * 4)));
  return `s${shade}${errored > 0 ? ' lost' : ''}`;
}

/** Rows by tasks as data, in the order of the page. A task that a row has not played is in none of its cells. */
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
