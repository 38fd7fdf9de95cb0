import type { Reference } from '../records/references.ts';
import { passAtK, passHatK, wilson95 } from '../statistics/statistics.ts';
import { type Estimate, estimatesOf } from './estimates.ts';

/** What the public traces of a claim come to when each trial counts, crashes as not passed. */
export type Recomputed = Estimate & {
  id: string;
  /** All trials of a task, and at least one: the mean over the tasks. */
  all: number;
  once: number;
};

/** Of the references with traces, as one table; they are of the same tasks and as many trials. */
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
