import type { HistoryPoint } from '../../harness/result/standings.ts';
import { siteHistory } from './site-history.ts';

const before = new Map<string, HistoryPoint>();
for (const { rows } of siteHistory.standings)
  for (const { history } of rows)
    for (const [index, { runId }] of history.entries()) {
      const earlier = history[index - 1];
      if (earlier) before.set(runId, earlier);
    }

/** The run before of the same row of the leaderboard: what a commit changed is seen against it. Null for the first. */
export function runBefore(runId: string): HistoryPoint | null {
  return before.get(runId) ?? null;
}
