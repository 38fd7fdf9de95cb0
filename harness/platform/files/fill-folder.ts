import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { makeFolder } from './make-folder.ts';

/**
 * Has `fill` fill a new folder beside `folder`, and puts it in its place, completely or not at all. What was there before
 * is moved aside and then removed, so a program that runs from it finds its further files at once in the new folder.
 */
export async function fillFolder(folder: string, fill: (part: string) => Promise<void>): Promise<void> {
  const part = `${folder}.part-${process.pid}`;
  const old = `${part}-old`;
  makeFolder(part);
  try {
    await fill(part);
    const isReplaced = existsSync(folder);
    if (isReplaced) await rename(folder, old);
    try {
      await rename(part, folder);
    } catch (error) {
      if (isReplaced) await rename(old, folder);
      throw error;
    }
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
  await rm(old, { recursive: true, force: true });
}
