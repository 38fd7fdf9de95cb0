import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A commit's results file as it is stored, to the byte. */
export function storedResults(resultsDir: string, sha: string): string {
  return readFileSync(join(resultsDir, `${sha}.json`), 'utf8');
}
