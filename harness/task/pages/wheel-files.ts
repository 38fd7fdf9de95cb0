import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, openPromise } from 'yauzl';
import { digest, sha256 } from '../../platform/digest.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { filesBelow } from '../../platform/files/files-below.ts';

/** Name, with `/` between folders -> content. */
export type Files = ReadonlyMap<string, Buffer>;

/** Over the names and bytes of all files, in any order. */
export function digestOfFiles(files: Files): string {
  return digest(digestsOf(files));
}

/** SHA-256 of each file, by name. */
export function digestsOf(files: Files): Record<string, string> {
  return Object.fromEntries([...files].map(([name, content]) => [name, sha256(content)]));
}

/** All files of a folder. Rejects with the error of the disk. */
export async function filesOfFolder(folder: string): Promise<Files> {
  const found = await filesBelow(folder);
  const read = found.map(
    async (file): Promise<[string, Buffer]> => [
      path.relative(folder, file).split(path.sep).join('/'),
      await readFile(file),
    ],
  );
  return new Map(await Promise.all(read));
}

/**
 * All files of a wheel, unpacked in memory. Throws `UserError` that names `file`, for bytes that are no zip and for a
 * name that leaves the folder.
 */
export async function filesOfWheel(file: string, wheel: Buffer): Promise<Files> {
  const files = new Map<string, Buffer>();
  try {
    // It refuses absolute names, those with `..` and those with a backslash.
    const zip = await fromBufferPromise(wheel, { strictFileNames: true });
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
    }
  } catch (error) {
    throw new UserError(
      `${file}: cannot be unpacked: ${error instanceof Error ? error.message : error}; expected a wheel whose files stay in its folder`,
    );
  }
  return files;
}

/** The content of one file of a wheel on the disk. Throws `UserError` if the wheel lacks the file or is not a zip. */
export async function readFileOfWheel(wheel: string, name: string): Promise<Readable> {
  const cannot = (error: unknown): never => {
    throw new UserError(`${wheel}: cannot be unpacked: ${error instanceof Error ? error.message : error}`);
  };
  const zip = await openPromise(wheel, { strictFileNames: true }).catch(cannot);
  try {
    for await (const entry of zip.eachEntry())
      if (entry.fileName === name) return await zip.openReadStreamPromise(entry);
  } finally {
    // An open stream is read to its end all the same.
    zip.close();
  }
  throw new UserError(`${wheel}: has no file ${name}`);
}
