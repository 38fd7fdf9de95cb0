import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sha256 } from '../../harness/platform/digest.ts';
import type { Stamp } from '../../harness/publish/board/stamp.ts';
import { type ArchivePlan, wholeCommits } from '../history/plan-archives.ts';
import { archiveText } from './archive-text.ts';
import { storedResults } from './stored-results.ts';

/** The archives of `resultsDir` below `outDir`, and the list of them. The build has checked what is in them, or fails. */
export function writeArchives(
  resultsDir: string,
  { archives }: ArchivePlan,
  outDir: string,
  stamp: Stamp,
): void {
  mkdirSync(join(outDir, 'api/v1/archive'), { recursive: true });
  const listed = archives.map(({ path, shas }) => {
    const text = archiveText(
      shas.map((sha) => JSON.parse(storedResults(resultsDir, sha))),
      stamp,
    );
    const compressed = gzipSync(text, { level: 9 });
    writeFileSync(join(outDir, path), compressed);
    return {
      path: path.slice(1),
      bytes: compressed.length,
      sha256: sha256(compressed),
      from: shas[0],
      to: shas.at(-1),
    };
  });
  const index = { schema: 'contract-bench.archives.v1', ...stamp, wholeCommits, archives: listed };
  writeFileSync(join(outDir, archivesList), `${JSON.stringify(index)}\n`);
}

const archivesList = 'api/v1/archive/index.json';
