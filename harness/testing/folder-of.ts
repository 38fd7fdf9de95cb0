import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FixtureSites, readFixtureSites } from '../web/fixture-sites.ts';
import { removeLater } from './remove-later.ts';

/** A folder with these files in it (path -> content), gone after the test, or after the file's tests outside of one. */
export async function folderOf(files: Record<string, string | Uint8Array> = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cbt-'));
  removeLater(folder);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return folder;
}

/** Stand-in pages made for a test: `a.test/index.html` -> content. */
export async function webOf(files: Record<string, string>): Promise<FixtureSites> {
  return readFixtureSites([await folderOf(files)]);
}
