import type { TaskOutcome } from '../records/task-outcomes.ts';
import type { Score } from '../records/totals-shape.ts';
import {
  type Cluster,
  designEffect,
  type Interval,
  populationRate95,
  wilson95,
} from '../statistics/statistics.ts';

/** The two 95 % intervals of a score: `score.wilson95` is on these tasks, where trials alone are the chance. */
export type Estimate = {
  score: Score;
  /** On tasks like these, of which the table's are a draw. */
  population95: Interval;
};

export const intervalMethods = {
  these: 'Wilson’s score interval of the trials: the tasks are fixed, and the trials are the chance.',
  like:
    'Wilson’s score interval at the trials divided by the design effect of the table (Kish 1965), with Student’s t of ' +
    'so many clusters: each task, or each template with all its seeds, is a draw.',
};

/** Of each row of a table, in its order. Where tasks have seeds, those of one template are one cluster. */
export function estimatesOf(
  rows: readonly { score: Score; outcomes: readonly TaskOutcome[] }[],
  hasSeeds: boolean,
): Estimate[] {
  const clusters = rows.map(({ outcomes }) => clustersOf(outcomes, hasSeeds));
  const effect = designEffect(clusters);
  return rows.map(({ score }, at) => {
    const { passed, total } = score;
    return {
      score: { ...score, wilson95: wilson95(passed, total) },
      population95: populationRate95({ passed, total }, { clusters: clusters[at]?.length ?? 0, effect }),
    };
  });
}

function clustersOf(outcomes: readonly TaskOutcome[], hasSeeds: boolean): Cluster[] {
  const drawn = Map.groupBy(outcomes, ({ taskId }) => (hasSeeds ? taskId.replace(/-s\d+$/, '') : taskId));
  return [...drawn.values()].map((tasks) => ({
    passed: tasks.reduce((sum, each) => sum + each.passed, 0),
    total: tasks.reduce((sum, each) => sum + each.total, 0),
  }));
}
