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

/** From the best place that a row may have to the worst. */
export type RankInterval = { rank: number; rankTo: number };

export const rankMethod =
  'from 1 + the number of rows that are better to the number of rows less those that are worse, ' +
  `each by p < ${significant} in ${relationMethod}`;

/**
 * The rank interval of each row by its id, among rows of one comparability key (after Mogstad, Romano, Shaikh and Wilhelm
 * 2024, doi 10.1093/restud/rdad006). Rows that cannot be compared narrow nobody's.
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
