import type { HistoryPoint, StandingGroup } from '../../harness/results/standings/standings.ts';
import { contenderLines } from './contender-lines.ts';

/**
 * By the id of a run the one before of the same agent, model and server, in whatever version: what a commit changed is
 * seen against it. The first has none.
 */
export function runsBefore(standings: readonly StandingGroup[]): ReadonlyMap<string, HistoryPoint> {
  const before = new Map<string, HistoryPoint>();
  for (const { rows } of standings)
    for (const { points } of contenderLines(rows))
      for (const [index, { runId }] of points.entries()) {
        const earlier = points[index - 1];
        if (earlier) before.set(runId, earlier);
      }
  return before;
}
