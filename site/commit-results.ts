import type { ResultsFile } from '../harness/result/result.ts';
import { storedResults } from './data/stored-results.ts';

/**
 * The results of a commit of `siteHistory`. Read again rather than kept, for the runs of ten thousand commits do not
 * fit into memory, and not checked again: the history was read from the same file and checked.
 */
export function commitResults(sha: string): ResultsFile {
  // The schema held when the history was read.
  return JSON.parse(storedResults(sha)) as ResultsFile;
}
