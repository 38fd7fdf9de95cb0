import { join } from 'node:path';
import { readResultsFile } from '../../harness/result/read-results-file.ts';
import { compared } from '../words/compared.ts';
import { compareRuns, type Pair, type RunAt } from './compare-runs.ts';
import { resultsDir } from './settings.ts';
import { siteHistory } from './site-history.ts';

/** Of each row of the leaderboard its newest run against the one before, as far as a page can hold them. */
export const newestPairs: { title: string; a: string; b: string; pair: Pair }[] = siteHistory.standings
  .filter(({ superseded }) => !superseded)
  .flatMap(({ suite, rows }) => rows.map((row) => ({ suite, row })))
  .flatMap(({ suite, row }) => {
    const [before, newest] = row.history.slice(-2);
    if (!before || !newest) return [];
    return [{ title: `${suite}: ${compared(row)}`, a: before, b: newest }];
  })
  .slice(0, 12)
  .map(({ title, a, b }) => ({ title, a: a.sha, b: b.sha, pair: compareRuns(runAt(a), runAt(b)) }));

function runAt({ sha, runId }: { sha: string; runId: string }): RunAt {
  const run = readResultsFile(join(resultsDir, `${sha}.json`)).runs.find((each) => each.runId === runId);
  if (!run) throw new Error(`results/${sha}.json has lost its run ${runId} during the build`);
  return { sha, run };
}
