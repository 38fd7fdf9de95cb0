import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '../platform/confine/temporary-folder.ts';
import { watch } from '../platform/process/watchdog.ts';

/** A scratch folder that is removed at the end, even if the harness is killed. */
export type EpisodeFolder = {
  path: string;
  /** Text files by name. */
  write(files: Readonly<Record<string, string>>): Promise<void>;
  remove(): Promise<void>;
};

export async function makeEpisodeFolder(): Promise<EpisodeFolder> {
  const folder = await mkdtemp(path.join(temporaryFolder(), 'cb-'));
  const watched = watch({ folder });
  return {
    path: folder,
    write: async (files) => {
      for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    },
    remove: async () => {
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(() => {});
      watched.release();
    },
  };
}
