import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { watch } from '../process/watchdog.ts';

/** A scratch folder that is gone afterwards, even where the harness is killed. */
export type EpisodeFolder = { path: string; remove(): Promise<void> };

export async function makeEpisodeFolder(): Promise<EpisodeFolder> {
  // Sockets are made in it by Chromium and by servers, and their names end at 108 characters.
  const parent = tmpdir().length > 40 ? '/tmp' : tmpdir();
  const folder = await mkdtemp(path.join(parent, 'cb-'));
  const watched = watch({ folder });
  return {
    path: folder,
    remove: async () => {
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(() => {});
      watched.release();
    },
  };
}
