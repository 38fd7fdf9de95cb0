import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sha256 } from '../../platform/digest.ts';
import { eventsFileOf, keptEvents } from '../../results/records/kept-events.ts';
import type { CommitContent } from './write-commit.ts';

/**
 * The pictures in a folder that kept events name, each under its digest. One that nothing names is of a run that was not
 * saved; one with another digest than its name is none of ours.
 */
export function ownPictures(resultsDir: string, folder: string): CommitContent {
  const digests = new Set(
    keptEvents(resultsDir).flatMap((runId) => namedIn(eventsFileOf(resultsDir, runId))),
  );
  return [...digests].sort().flatMap((digest) => {
    const content = readIfThere(path.join(folder, `${digest}.webp`));
    if (content === null || sha256(content) !== digest) return [];
    return [{ path: `${digest.slice(0, 2)}/${digest}.webp`, content }];
  });
}

function namedIn(file: string): string[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8');
  return [...lines.matchAll(/"type":"picture","seq":\d+,"sha256":"([0-9a-f]{64})"/g)].flatMap(
    ([, digest]) => digest ?? [],
  );
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
