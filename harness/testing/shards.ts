import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { ScratchProject } from './scratch-project.ts';

/**
 * Plays every shard of a run, each into a folder of its own; nothing may be appended. One after the other they share a
 * process.
 */
export async function playShards(
  project: ScratchProject,
  count: number,
  flags: string[],
  { atOnce = true } = {},
): Promise<{ folders: string[] }> {
  const folders = Array.from({ length: count }, (_, index) => `shard-${index + 1}`);
  const play = (folder: string, index: number) =>
    project.harness([...flags, '--shard', `${index + 1}/${count}`, '--out', folder]);
  const stored = await storedIn(project);
  if (atOnce) {
    for (const ended of await Promise.all(folders.map(play))) expect(ended).toMatchObject({ exitCode: 0 });
  } else {
    for (const [index, folder] of folders.entries())
      expect(await play(folder, index)).toMatchObject({ exitCode: 0 });
  }
  expect(await storedIn(project)).toEqual(stored);
  return { folders };
}

export async function reportOf(project: ScratchProject, folder: string): Promise<string> {
  return readFile(path.join(project.folder, folder, 'report.json'), 'utf8');
}

/** What `results/` has of the copy's commit; null before the first run. */
const storedIn = (project: ScratchProject) =>
  project.results().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
