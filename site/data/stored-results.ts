import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultsDir } from '../history/settings.ts';

/** A commit's results file as it is stored, to the byte. */
export function storedResults(sha: string): string {
  return readFileSync(join(resultsDir, `${sha}.json`), 'utf8');
}
