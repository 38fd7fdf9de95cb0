import type { TaskOutcome } from '../records/task-outcomes.ts';
import { significant } from '../statistics/statistics.ts';
import { relationMethod, relationsOf } from './relation.ts';

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
