import type { HistoryPoint, StandingGroup } from '../../harness/standings/standings.ts';

/**
 * By the id of a run the one before of the same row of the leaderboard: what a commit changed is seen against it. The
 * first of a row has none.
 */
export function runsBefore(standings: readonly StandingGroup[]): ReadonlyMap<string, HistoryPoint> {
  const before = new Map<string, HistoryPoint>();
  for (const { rows } of standings)
    for (const { history } of rows)
      for (const [index, { runId }] of history.entries()) {
        const earlier = history[index - 1];
        if (earlier) before.set(runId, earlier);
      }
  return before;
}
