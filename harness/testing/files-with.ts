import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { expect } from 'vitest';
import type { ScratchProject } from './scratch-project.ts';

/** Of what runs wrote or changed in a copy that is a git checkout, the files that hold the secret. */
export async function filesWith({ folder }: ScratchProject, secret: string): Promise<string[]> {
  const { stdout } = await execa('git', ['ls-files', '-z', '--others', '--modified'], {
    cwd: folder,
  });
  const names = stdout.split('\0').filter((name) => name !== '' && name !== 'node_modules');
  expect(names.length).toBeGreaterThan(0);
  const holds = async (name: string) => (await readFile(path.join(folder, name), 'latin1')).includes(secret);
  const found = await Promise.all(names.map(async (name) => ((await holds(name)) ? [name] : [])));
  return found.flat();
}
