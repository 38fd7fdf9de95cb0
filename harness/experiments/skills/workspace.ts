import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { readdir, readlink, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { folderInMemory } from '../../platform/files/folder-in-memory.ts';
import { watch } from '../../platform/process/watchdog.ts';

/** The folders of one attempt. */
type Workspace = {
  folder: string;
  bundle: string | null;
  /** For temporary files. */
  temporary: string;
  /** Replaces this attempt's folder names, so that stored texts contain none. */
  neutral(text: string): string;
};

export type Workspaces = {
  give(attemptId: string, bundle: string | null): Workspace;
  /** Releases the folders of attempts that have ended. */
  take(attemptIds: ReadonlySet<string>): void;
  close(): void;
};

/** The config's own folder. Each attempt sees the files of the previous ones. */
export const inPlace = (source: string): Workspaces => ({
  give: (_, bundle) => ({ folder: source, bundle, temporary: tmpdir(), neutral: (text) => text }),
  take: () => {},
  close: () => {},
});

/** A fresh copy of the config's folder for each attempt, and of the bundle if it lies elsewhere. */
export async function copies(source: Listing, bundles: readonly string[]): Promise<Workspaces> {
  const elsewhere = new Map<string, Listing>();
  for (const bundle of bundles)
    if (!isInside(source.folder, bundle)) elsewhere.set(bundle, await listFolder(bundle));
  const root = mkdtempSync(path.join(placeFor(source), 'cbs-'));
  const watched = watch({ folder: root });
  const given = new Map<string, string[]>();
  let count = 0;

  return {
    give(attemptId, bundle) {
      count += 1;
      const folder = path.join(root, String(count));
      const temporary = `${folder}-tmp`;
      const made = [folder, temporary];
      given.set(attemptId, made);
      mkdirSync(temporary);
      copy(source, folder);
      let copied = bundle && path.join(folder, path.relative(source.folder, bundle));
      const listing = bundle && elsewhere.get(bundle);
      if (listing) {
        copied = `${folder}-bundle`;
        made.push(copied);
        copy(listing, copied);
      }
      return {
        folder,
        bundle: copied,
        temporary,
        neutral: (text) => text.replaceAll(folder, '.').replaceAll(root, '..'),
      };
    },
    take(attemptIds) {
      for (const id of attemptIds) {
        for (const folder of given.get(id) ?? []) remove(folder);
        given.delete(id);
      }
    },
    close() {
      remove(root);
      watched.release();
    },
  };
}

/** In memory, unless the user has set `TMPDIR`: on a disk, the copies of a small suite double its time. */
function placeFor({ bytes }: Listing): string {
  return (process.env.TMPDIR ? null : folderInMemory(Math.max(2 ** 30, 64 * bytes))) ?? tmpdir();
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Synchronous: a small folder takes 0.2 ms, and 8 ms with promises. */
function copy({ folder, entries }: Listing, to: string): void {
  mkdirSync(to);
  for (const entry of entries) {
    const target = path.join(to, entry.name);
    if (entry.kind === 'folder') mkdirSync(target);
    else if (entry.kind === 'link') symlinkSync(entry.target, target);
    else copyFileSync(path.join(folder, entry.name), target);
  }
}

function isInside(folder: string, other: string): boolean {
  const relative = path.relative(folder, other);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}

const maxBytes = 64 * 2 ** 20;
const maxFiles = 5000;
/** Too large to copy, and not written to by a verifier. */
const linked = new Set(['.git', 'node_modules']);

/** The action for an entry in a copy; folders come before their content. */
type Entry =
  | { kind: 'folder'; name: string }
  | { kind: 'file'; name: string }
  | { kind: 'link'; name: string; target: string };

/** A snapshot of a folder's entries. */
export type Listing = { folder: string; entries: Entry[]; bytes: number; tooLarge: string | null };

/**
 * Folders, files and links of a folder, without FIFOs, sockets and devices. If it is too large to copy for each attempt,
 * `tooLarge` is its size, and the listing ends there.
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
