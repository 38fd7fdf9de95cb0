import { cp } from 'node:fs/promises';
import path from 'node:path';
import { thisProject } from '../cli/this-project.ts';
import { folderOf } from './folder-of.ts';

export const minimal = path.join(thisProject.root, 'docs', 'examples', 'skills', 'minimal');

/** The minimal example in a folder of its own, outside of any git checkout. */
export async function minimalCopy(): Promise<string> {
  const folder = await folderOf();
  await cp(minimal, folder, { recursive: true });
  return folder;
}
