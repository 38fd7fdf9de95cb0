import { compareRuns, type Pair, type RunAt } from '../../harness/publish/board/compare-runs.ts';
import { compared } from '../../harness/publish/board/compared.ts';
import type { ResultsFile } from '../../harness/results/records/result.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import { runOfRowIn } from './run-of-row.ts';

type NewestPair = { title: string; a: string; b: string; pair: Pair };

const pairsShown = 12;

/** Of each row of the leaderboard its newest run against the one before, as far as a page can hold them. */
export function newestPairsOf(
  standings: readonly StandingGroup[],
  resultsOf: (sha: string) => ResultsFile,
): NewestPair[] {
  const runOf = runOfRowIn(resultsOf);
  const runAt = (place: { sha: string; runId: string }): RunAt => ({ sha: place.sha, run: runOf(place) });
  return standings
    .filter(({ superseded }) => !superseded)
    .flatMap(({ suite, rows }) => rows.map((row) => ({ suite, row })))
    .flatMap(({ suite, row }) => {
      const [before, newest] = row.history.slice(-2);
      if (!before || !newest) return [];
      return [{ title: `${suite}: ${compared(row)}`, a: before, b: newest }];
    })
    .slice(0, pairsShown)
    .map(({ title, a, b }) => ({ title, a: a.sha, b: b.sha, pair: compareRuns(runAt(a), runAt(b)) }));
}
