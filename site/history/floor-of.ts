import { outcomeClassOf } from '../../harness/publish/board/outcome-class.ts';
import type { OutcomeStrip } from '../../harness/publish/board/read-site-history.ts';
import type { Score } from '../../harness/results/records/totals-shape.ts';
import { wilson95 } from '../../harness/results/statistics/statistics.ts';

/** What the best of the agents without a model came to. */
export type Floor = {
  label: string;
  /** How many of the tasks it played. */
  tasks: number;
  score: Score;
};

/**
 * The best baseline by share over these tasks together, those that are no longer compared left out, and episodes that
 * were lost to us; null where none has played one.
 */
export function floorOf(
  taskIds: readonly string[],
  outcomes: ReadonlyMap<string, readonly OutcomeStrip[]>,
  superseded: ReadonlySet<string>,
): Floor | null {
  const strips = taskIds
    .flatMap((id) => outcomes.get(id) ?? [])
    .filter(({ kind, standingId }) => kind === 'baseline' && !superseded.has(standingId));
  const floors = [...Map.groupBy(strips, ({ standingId }) => standingId).values()].flatMap(
    ([first, ...others]): Floor[] => {
      const classes = [first, ...others].flatMap(
        (strip) => strip?.points.map(({ status }) => outcomeClassOf(status)) ?? [],
      );
      const total = classes.filter((each) => each !== 'errored').length;
      const passed = classes.filter((each) => each === 'passed').length;
      if (!first || total === 0) return [];
      return [
        {
          label: first.label,
          tasks: 1 + others.length,
          score: { passed, total, rate: passed / total, wilson95: wilson95(passed, total) },
        },
      ];
    },
  );
  const byShare = floors.toSorted(
    (one, other) => other.score.rate - one.score.rate || other.score.total - one.score.total,
  );
  return byShare[0] ?? null;
}
