import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import path from 'node:path';

/**
 * The beginning of a file that an agent left in its folder; null where it left none. What leads out of the folder or is
 * no file is none: an agent that sees its own folders alone could have any file of this machine read otherwise.
 */
export async function readOwnFile(folder: string, name: string, maxBytes: number): Promise<string | null> {
  try {
    if (!(await lstat(folder)).isDirectory()) return null;
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    await using file = await open(path.join(folder, name), flags);
    if (!(await file.stat()).isFile()) return null;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } catch {
    return null;
  }
}
