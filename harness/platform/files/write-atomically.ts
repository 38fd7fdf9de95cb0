import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { naming } from './write-file.ts';

/** A reader, and whoever comes after a crash, finds the old file or the new one and nothing between. */
export function writeAtomically(file: string, content: string | Uint8Array): void {
  makeFolder(dirname(file));
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
  try {
    const descriptor = openSync(temporary, 'w');
    try {
      // The whole of it: one write may take only a part of a large buffer.
      naming(file, () => writeFileSync(descriptor, content));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
