import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';

type Content = string | Uint8Array;

/** `writeFileSync`, whose error always names the file. */
export function writeTo(file: string, content: Content): void {
  naming(file, () => writeFileSync(file, content));
}

/** `appendFileSync`, whose error always names the file. */
export function appendTo(file: string, content: Content): void {
  naming(file, () => appendFileSync(file, content));
}

/** The error of an opened file that is full has a code and no path. */
function naming<T>(file: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error && !('path' in error))
      Object.assign(error, { path: file });
    throw error;
  }
}

/** Atomic: readers, also after a crash, find the old file or the new one. */
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
