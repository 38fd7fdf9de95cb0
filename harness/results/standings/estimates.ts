import type { TaskOutcome } from '../records/run-facts.ts';
import type { Score } from '../records/totals-shape.ts';
import {
  type Cluster,
  designEffect,
  type Interval,
  populationRate95,
  significant,
  wilson95,
} from '../statistics/statistics.ts';
import { relationMethod, relationsOf } from './relation.ts';

/** The two 95 % intervals of a score. `score.wilson95` is for these tasks: only the trials are random. */
export type Estimate = {
  score: Score;
  /** For tasks like these: the tasks of the table are a random sample. */
  population95: Interval;
};

export const intervalMethods = {
  these: 'Wilson’s score interval of the trials: the tasks are fixed, and only the trials are random.',
  like: 'Wilson’s score interval with the number of trials divided by the design effect of the table (Kish 1965), and Student’s t for the number of clusters. Each task, or each template with all its seeds, is one random draw.',
};

/**
 * The estimate of each row of a table, in its order. If tasks have seeds, the tasks of one template form one cluster.
 */
export function estimatesOf(
  rows: readonly { score: Omit<Score, 'wilson95'>; outcomes: readonly TaskOutcome[] }[],
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

/** The best and the worst rank that a row may have. */
export type RankInterval = { rank: number; rankTo: number };

export const rankMethod =
  'from 1 + the number of better rows to the number of rows minus the number of worse rows, ' +
  `each by p < ${significant} in ${relationMethod}`;

/**
 * The rank interval of each row by its id, among rows of one comparability key (after Mogstad, Romano, Shaikh and
 * Wilhelm 2024, doi 10.1093/restud/rdad006). Rows that cannot be compared do not narrow any interval.
 */
export function ranksOf(
  rows: readonly { id: string; outcomes: readonly TaskOutcome[] }[],
): Map<string, RankInterval> {
  const relations = relationsOf(rows.map(({ outcomes }) => outcomes));
  return new Map(
    rows.map(({ id }, place) => {
      const verdicts = rows.flatMap((_, other) =>
        other === place ? [] : (relations(place, other)?.verdict ?? []),
      );
      const worse = verdicts.filter((verdict) => verdict === 'worse').length;
      const better = verdicts.filter((verdict) => verdict === 'better').length;
      return [id, { rank: 1 + worse, rankTo: rows.length - better }];
    }),
  );
}
