import { rename, rm } from 'node:fs/promises';
import { makeFolder } from './make-folder.ts';

/**
 * Has `fill` fill a new folder beside `folder`, and puts it in its place, completely or not at all. What was there before
 * is removed once the new one is filled.
 */
export async function fillFolder(folder: string, fill: (part: string) => Promise<void>): Promise<void> {
  const part = `${folder}.part-${process.pid}`;
  makeFolder(part);
  try {
    await fill(part);
    await rm(folder, { recursive: true, force: true });
    await rename(part, folder);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}
