import { appendFileSync, writeFileSync } from 'node:fs';

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
export function naming<T>(file: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error && !('path' in error))
      Object.assign(error, { path: file });
    throw error;
  }
}
