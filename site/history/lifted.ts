import type { ResultsFile } from '../../harness/results/records/result.ts';
import { liftV1 } from '../../harness/results/records/v1/lift-v1.ts';
import type { ResultsFileV1 } from '../../harness/results/records/v1/results-v1.ts';

/** Stored results that were checked before, as results of today; for the browser, which has no schemas. */
export function lifted(stored: ResultsFile | ResultsFileV1): ResultsFile {
  return stored.schema === 'contract-bench.results.v1' ? liftV1(stored) : stored;
}
