import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../harness/platform/digest.ts';
import { mediaDir } from '../../harness/publish/board/settings.ts';
import { storyOf } from '../../harness/results/story/story-of.ts';
import { episodePages, keptLines } from './episode-pages.ts';
import { commitResults } from './this-build.ts';

export function picturePath(digest: string): `/${string}` {
  return `/media/${digest}.webp`;
}

const files = new Map<string, string | null>();

/** Where a picture lies that has the digest that events give it; null where none does. */
export function pictureFile(digest: string): string | null {
  const known = files.get(digest);
  if (known !== undefined) return known;
  const found = mediaDir === null ? null : findPicture(mediaDir, digest);
  files.set(digest, found);
  return found;
}

/** Of all episodes that have a page, those that are there, each once. */
export function shownPictures(): string[] {
  if (mediaDir === null) return [];
  const named = episodePages.flatMap(({ sha, runId, taskId, trial }) => {
    const run = commitResults(sha).runs.find((each) => each.runId === runId);
    const lines = run ? keptLines(run).of(taskId, trial) : [];
    if (!lines.some((line) => line.includes('"type":"picture"'))) return [];
    return storyOf(lines).steps.flatMap(({ picture }) => (picture ? [picture.sha256] : []));
  });
  return [...new Set(named)].filter((digest) => pictureFile(digest) !== null);
}

function findPicture(folder: string, digest: string): string | null {
  for (const name of [`${digest}.webp`, join(digest.slice(0, 2), `${digest}.webp`)])
    try {
      const file = join(folder, name);
      if (sha256(readFileSync(file)) === digest) return file;
    } catch {
      // It lies elsewhere, or nowhere.
    }
  return null;
}
