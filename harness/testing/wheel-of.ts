import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../platform/digest.ts';
import type { PagePackage } from '../task/packages/package.ts';
import { digestOfFiles } from '../task/pages/wheel-files.ts';
import { folderOf } from './folder-of.ts';
import { zipOf } from './zip-of.ts';

export const wheelName = 'little_pages-1.2.0-py3-none-any.whl';

/** The files of a small wheel with two pages, which a test may change. */
export function littleFiles(changed: Record<string, string> = {}): Record<string, string> {
  return {
    'little/html/index.html': '<h1>Little page</h1>',
    'little/html/core/core.js': 'core = 1;',
    'little/__init__.py': 'raise SystemExit("a package of pages is never run")',
    'little_pages-1.2.0.dist-info/licenses/LICENSE': 'Copyright Somebody',
    ...changed,
  };
}

/** A wheel with these files, and the known package that pins it. */
export function wheelOf(files = littleFiles()): { wanted: PagePackage; wheel: Buffer } {
  const wheel = zipOf(files);
  const inside = new Map(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]));
  const wanted: PagePackage = {
    id: 'little',
    title: 'Little Pages',
    authors: 'Example Authors',
    python: { name: 'little-pages', version: '1.2.0' },
    sha256: sha256(wheel),
    filesSha256: digestOfFiles(inside),
    pages: 'little/html',
    licence: { name: 'MIT', notice: 'little_pages-1.2.0.dist-info/licenses/LICENSE' },
    origin: 'https://example.com/little',
  };
  return { wanted, wheel };
}

/** A folder for the PATH with these programs, as shell scripts. */
export async function programsOf(scripts: Record<string, string>): Promise<string> {
  const folder = await folderOf();
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(folder, name), 0o755);
  }
  return folder;
}
