import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { ScratchProject } from './scratch-project.ts';

export type Played = { flags: string[]; folders: string[] };

/** Plays every shard of a sitting into a folder of its own; nothing may be appended. */
export async function playShards(project: ScratchProject, count: number, flags: string[]): Promise<Played> {
  const folders: string[] = [];
  for (let index = 1; index <= count; index += 1) {
    const folder = `shard-${index}`;
    const ended = await project.harness([...flags, '--shard', `${index}/${count}`, '--out', folder]);
    expect(ended, folder).toMatchObject({ exitCode: 0 });
    folders.push(folder);
  }
  await expect(project.results()).rejects.toThrow(/ENOENT/);
  return { flags, folders };
}

export async function reportOf(project: ScratchProject, folder: string): Promise<string> {
  return readFile(path.join(project.folder, folder, 'report.json'), 'utf8');
}
