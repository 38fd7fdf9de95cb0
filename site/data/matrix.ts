import { rowRecord } from '../../harness/publish/board/leaderboard.ts';
import type { Stamp } from '../../harness/publish/board/stamp.ts';
import type { Matrix } from '../history/matrix.ts';

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
            const { told, ...counts } = cell;
            return [{ taskId: told.taskId, ...counts }];
          }),
        })),
      };
    }),
  };
}
