import { readdir, readlink, stat } from 'node:fs/promises';
import path from 'node:path';

const maxBytes = 64 * 2 ** 20;
const maxFiles = 5000;
/** Too large to copy and not written to by a verifier. */
const linked = new Set(['.git', 'node_modules']);

/** What is to be made of an entry in a copy; folders come before what they hold. */
type Entry =
  | { kind: 'folder'; name: string }
  | { kind: 'file'; name: string }
  | { kind: 'link'; name: string; target: string };

/** A folder as it was when it was listed. */
export type Listing = { folder: string; entries: Entry[]; bytes: number; tooLarge: string | null };

/**
 * Folders, files and links of a folder; FIFOs, sockets and devices are left out. `tooLarge` says how large where that
 * is too much for a copy an attempt, and the listing ends there.
 */
export async function listFolder(folder: string): Promise<Listing> {
  const entries: Entry[] = [];
  let files = 0;
  let bytes = 0;
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
      const name = path.join(below, entry.name);
      const source = path.join(folder, name);
      if (linked.has(name)) entries.push({ kind: 'link', name, target: source });
      else if (entry.isSymbolicLink()) entries.push({ kind: 'link', name, target: await readlink(source) });
      else if (entry.isDirectory()) {
        entries.push({ kind: 'folder', name });
        waiting.push(name);
      } else if (entry.isFile()) {
        entries.push({ kind: 'file', name });
        files += 1;
        bytes += (await stat(source)).size;
      }
      if (files > maxFiles) return { folder, entries, bytes, tooLarge: `more than ${maxFiles} files` };
      if (bytes > maxBytes)
        return { folder, entries, bytes, tooLarge: `more than ${maxBytes / 2 ** 20} MiB` };
    }
  }
  return { folder, entries, bytes, tooLarge: null };
}
