import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes a whole file that is made from the code, or with `check` says whether what is there is current. */
export async function docFile(
  file: string,
  wanted: string,
  mode: 'write' | 'check',
): Promise<{ current: boolean }> {
  const current = (await readFile(file, 'utf8').catch(() => null)) === wanted;
  if (mode === 'write' && !current) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, wanted);
  }
  return { current };
}
