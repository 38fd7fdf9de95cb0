import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../platform/errors/user-error.ts';
import { makeFolder } from '../platform/files/make-folder.ts';

/** Nothing is run whose result could not be kept. Throws `UserError`. */
export async function checkWritable(file: string): Promise<void> {
  try {
    makeFolder(path.dirname(file));
    if ((await stat(file).catch(() => null))?.isDirectory()) throw new Error('is a folder');
    await (await open(file, 'a')).close();
  } catch (error) {
    throw new UserError(`${file}: cannot be written (${error instanceof Error ? error.message : error})`);
  }
}
