import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import { type Trend, trendsOf } from '../charts/trends.ts';

/** Of the groups that no newer round has superseded, newest first. All of them are on one page. */
export function currentTrends(
  standings: readonly StandingGroup[],
): { group: StandingGroup; trends: Trend[] }[] {
  const current = standings.filter(({ superseded }) => !superseded);
  const trends = trendsOf(current);
  return current.map((group, index) => ({ group, trends: trends[index] ?? [] }));
}
