import type { Reference } from '../records/references.ts';
import { passAtK, passHatK, wilson95 } from '../statistics/statistics.ts';
import { type Estimate, estimatesOf } from './estimates.ts';

/** The score of a claim's public traces if each trial counts and crashes count as not passed. */
export type Recomputed = Estimate & {
  id: string;
  /** pass^k (all trials of a task passed); `once` is pass@k (at least one passed). Both are means over the tasks. */
  all: number;
  once: number;
};

/** The references with traces, as one table. They have the same tasks and the same number of trials. */
export function recomputedOf(references: readonly Reference[]): Recomputed[] {
  const traced = references.flatMap(({ id, suite: { trials }, traces }) =>
    traces ? [{ id, trials, passes: traces.passes }] : [],
  );
  const rows = traced.map(({ trials, passes }) => {
    const passed = passes.reduce((sum, each) => sum + each, 0);
    const total = passes.length * trials;
    return {
      score: { passed, total, rate: passed / total, wilson95: wilson95(passed, total) },
      outcomes: passes.map((each, task) => ({ taskId: String(task), passed: each, total: trials })),
    };
  });
  return estimatesOf(rows, false).flatMap((estimate, at) => {
    const row = traced[at];
    if (!row) return [];
    const mean = (chance: (passed: number) => number) =>
      row.passes.reduce((sum, passed) => sum + chance(passed), 0) / row.passes.length;
    const { id, trials } = row;
    const all = mean((passed) => passHatK(trials, passed, trials));
    return [{ id, ...estimate, all, once: mean((passed) => passAtK(trials, passed, trials)) }];
  });
}
