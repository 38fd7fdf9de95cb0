import { historyIndex } from '../../harness/result/read-history.ts';
import type { ResultsFile } from '../../harness/result/result.ts';
import { storedResults } from '../data/stored-results.ts';
import { resultsDir } from './settings.ts';

/** Characters of stored results; half as much again in memory. */
const room = 150e6;

/**
 * Parsed before anything waits for the history, which the thread of the build still reads: a page of each commit will
 * ask for them. The newest first, and as many as there is room for: the runs of ten thousand commits do not all fit.
 */
const kept = keepNewest();

/**
 * The results of a commit of `siteHistory`, not checked again: the history was read from the same files, and whoever
 * reads it checks them.
 */
export function commitResults(sha: string): ResultsFile {
  // The schema held when the history was read.
  return kept.get(sha) ?? (JSON.parse(storedResults(sha)) as ResultsFile);
}

function keepNewest(): Map<string, ResultsFile> {
  const newest = new Map<string, ResultsFile>();
  let length = 0;
  for (const { sha } of historyIndex(resultsDir).reverse()) {
    const stored = storedResults(sha);
    length += stored.length;
    if (length > room) break;
    try {
      newest.set(sha, JSON.parse(stored));
    } catch {
      // Whoever reads the history says which file it was.
      break;
    }
  }
  return newest;
}
