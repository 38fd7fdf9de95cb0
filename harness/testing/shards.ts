import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { ScratchProject } from './scratch-project.ts';

export type ShardEnd = { flags: string[]; folders: string[] };

/** Plays every shard of a run at once, each into a folder of its own; nothing may be appended. */
export async function playShards(project: ScratchProject, count: number, flags: string[]): Promise<ShardEnd> {
  const folders = Array.from({ length: count }, (_, index) => `shard-${index + 1}`);
  const play = (folder: string, index: number) =>
    project.harness([...flags, '--shard', `${index + 1}/${count}`, '--out', folder]);
  for (const ended of await Promise.all(folders.map(play))) expect(ended).toMatchObject({ exitCode: 0 });
  await expect(project.results()).rejects.toThrow(/ENOENT/);
  return { flags, folders };
}

export async function reportOf(project: ScratchProject, folder: string): Promise<string> {
  return readFile(path.join(project.folder, folder, 'report.json'), 'utf8');
}
