import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Git } from '../../platform/git/git.ts';

/** Git's id of a file's content, by its path in the repository. */
export type BlobIds = ReadonlyMap<string, string>;

/** What a results folder holds for others. A dotted name is a lock or a file that is just being written. */
const publishable = /^[A-Za-z0-9_-][A-Za-z0-9._-]*\.(json|jsonl\.gz)$/;

/** The records in the folder `place` of a checkout, as they are in the working tree. */
export function ownResults(top: string, place: string, hash: string): BlobIds {
  const found = new Map<string, string>();
  const walk = (folder: string) => {
    for (const entry of entriesOf(path.join(top, folder))) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !entry.name.startsWith('.')) walk(name);
      else if (entry.isFile() && publishable.test(entry.name))
        found.set(name, blobId(readFileSync(path.join(top, name)), hash));
    }
  };
  walk(place);
  return found;
}

/** The same of a commit; empty where it has no such folder. */
export async function resultsIn(git: Git, commit: string, place: string): Promise<BlobIds> {
  const listed = await git.run(['ls-tree', '-r', '-z', '--full-tree', commit, '--', `${place}/`]);
  const lines = listed.split('\0').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const tab = line.indexOf('\t');
      return [line.slice(tab + 1), line.slice(0, tab).split(' ')[2] ?? ''] as const;
    }),
  );
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function blobId(content: Buffer, hash: string): string {
  return createHash(hash).update(`blob ${content.length}\0`).update(content).digest('hex');
}
