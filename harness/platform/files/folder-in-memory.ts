import { readFileSync, statfsSync } from 'node:fs';

const memory = '/dev/shm';

/** Linux's folder in memory, where so many bytes are free there and programs may run from it; else null. */
export function folderInMemory(bytes: number): string | null {
  if (process.platform !== 'linux') return null;
  try {
    const { bavail, bsize } = statfsSync(memory);
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    const options = mounts.map((line) => line.split(' ')).find(([, at]) => at === memory)?.[3];
    const mayRun = options !== undefined && !options.split(',').includes('noexec');
    return mayRun && bavail * bsize >= bytes ? memory : null;
  } catch {
    // No such place here.
    return null;
  }
}
