import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { resultsFilesIn } from '../../harness/results/records/read-history.ts';

/** The results of each commit that is not `archived` into `folder`, as they are stored. The build has checked them, or fails. */
export function writeCommitFiles(
  resultsDir: string,
  folder: string,
  archived: ReadonlyMap<string, unknown>,
): void {
  mkdirSync(folder, { recursive: true });
  for (const { sha, file } of resultsFilesIn(resultsDir))
    if (!archived.has(sha)) copyFileSync(file, join(folder, `${sha}.json`));
}
