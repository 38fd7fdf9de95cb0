import type { TaskOutcome } from '../records/task-outcomes.ts';
import { median } from '../statistics/statistics.ts';
import { relationsOf } from './relation.ts';

/**
 * Rows closer than about this share are not told apart: the median half-width of the 95 % intervals of the differences
 * of all pairs of a table; null where there is no pair.
 */
export function resolutionOf(rows: readonly (readonly TaskOutcome[])[]): number | null {
  const relations = relationsOf(rows);
  const widths = rows.flatMap((_, first) =>
    rows.flatMap((__, second) => {
      const relation = second > first ? relations(first, second) : null;
      return relation ? [(relation.interval95[1] - relation.interval95[0]) / 2] : [];
    }),
  );
  return median(widths);
}
