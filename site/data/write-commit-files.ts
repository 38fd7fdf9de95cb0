import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyIndex } from '../../harness/result/read-history.ts';
import type { ResultsFile } from '../../harness/result/result.ts';
import { episodesCsv } from './episodes-csv.ts';
import { stampOf } from './stamp.ts';

/** Each commit's results into `folder`, as they are stored and one line an episode. The build has checked them, or fails. */
export function writeCommitFiles(resultsDir: string, folder: string, synthetic: boolean): void {
  mkdirSync(folder, { recursive: true });
  const stamp = stampOf(null, synthetic);
  for (const { sha, file } of historyIndex(resultsDir)) {
    const stored = readFileSync(file);
    writeFileSync(join(folder, `${sha}.json`), stored);
    // Whoever reads the history of the same build checks the same file against the schema.
    const results = JSON.parse(stored.toString('utf8')) as ResultsFile;
    writeFileSync(join(folder, `${sha}.csv`), episodesCsv(results, stamp));
  }
}
