import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { projectAt } from '../platform/project.ts';
import { verifyFolder } from '../results/verify/verify.ts';
import { folderOf } from './folder-of.ts';
import type { ScratchProject } from './scratch-project.ts';

/** A copy of a run's folder in which `change` was applied to one file. */
export async function changedCopy(
  of: string,
  name: string,
  change: (text: string) => string,
): Promise<string> {
  const folder = await folderOf();
  await cp(of, folder, { recursive: true });
  const text = await readFile(path.join(folder, name), 'utf8');
  const after = change(text);
  expect(after, `nothing changed in ${name}`).not.toBe(text);
  await writeFile(path.join(folder, name), after);
  return folder;
}

/** The lines that verifying a folder prints, and its exit code. */
export async function verified(project: ScratchProject, folder: string, ...flags: string[]) {
  const { exitCode, stdout, stderr } = await project.harness(['verify', folder, ...flags]);
  return { exitCode, stderr, lines: stdout.split('\n') };
}

/** The same without a process of its own, as far as what is found goes. */
export async function findingsIn(project: ScratchProject, folder: string): Promise<string[]> {
  const at = { project: projectAt(project.folder), folder, sha: project.sha, tasks: null };
  return (await verifyFolder(at, {})).findings;
}

/** That a finding names these places, one within the other. */
export const naming = (...words: string[]) => expect.stringContaining(words.join(': '));
