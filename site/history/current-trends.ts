import type { StandingGroup } from '../../harness/standings/standings.ts';
import { type Trend, trendsOf } from '../charts/trends.ts';

/** Of the groups that no newer round has superseded, newest first. */
export function currentTrends(
  standings: readonly StandingGroup[],
): { group: StandingGroup; trends: Trend[] }[] {
  return standings
    .filter(({ superseded }) => !superseded)
    .map((group) => ({ group, trends: trendsOf(group) }));
}
