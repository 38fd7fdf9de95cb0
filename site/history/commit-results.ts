import { historyIndex } from '../../harness/results/records/read-history.ts';
import { checkedResults } from '../../harness/results/records/read-results-file.ts';
import type { ResultsFile } from '../../harness/results/records/result.ts';
import { storedResults } from '../data/stored-results.ts';
import { wholeCommits } from './plan-archives.ts';

/** Characters of stored results; half as much again in memory. */
const room = 150e6;

/** More have no page: the older ones are archived by the hundred. */
const mostPages = wholeCommits + 99;

/**
 * The results of a commit by its digest, not checked again: the history is read from the same files, and whoever reads
 * it checks them. The newest are parsed at once, as many as there is room for: a page of each commit that is not
 * archived will ask for them.
 */
export function openCommitResults(resultsDir: string): (sha: string) => ResultsFile {
  const kept = newestOf(resultsDir);
  return (sha) => kept.get(sha) ?? checkedResults(JSON.parse(storedResults(resultsDir, sha)));
}

function newestOf(resultsDir: string): Map<string, ResultsFile> {
  const newest = new Map<string, ResultsFile>();
  let length = 0;
  for (const { sha } of historyIndex(resultsDir).reverse().slice(0, mostPages)) {
    const stored = storedResults(resultsDir, sha);
    length += stored.length;
    if (length > room) break;
    try {
      newest.set(sha, checkedResults(JSON.parse(stored)));
    } catch {
      // Whoever reads the history says which file it was.
      break;
    }
  }
  return newest;
}
