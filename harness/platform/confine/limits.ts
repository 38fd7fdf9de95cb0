import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';

/** What a guest with all that it has started may take of this machine. */
export type Limits = {
  /** Of all its processes; at most 60 % of what the machine has. */
  memoryBytes: number;
  /** Of the files in its folder, and of each of its temporary folders. */
  spaceBytes: number;
  /** Of processes and their threads. */
  processes: number;
  /** Of files in a temporary folder. */
  files: number;
};

/** On this machine. */
export function usualLimits(): Limits {
  const allowed = process.constrainedMemory();
  const machine = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
  return {
    memoryBytes: Math.min(8 * 2 ** 30, Math.floor(machine * 0.6)),
    spaceBytes: 2 ** 31,
    processes: 4096,
    files: 100_000,
  };
}

type Watched = { pid: number; folder: string; limits: Limits; over: (limit: string) => void };

const watched = new Set<Watched>();
let timer: NodeJS.Timeout | undefined;
const everyMs = 500;

/** Looks twice a second at what a process and its descendants take, until it has exited. `over` gets the limit in words. */
export function watchLimits(
  pid: number,
  folder: string,
  limits: Limits,
  exited: Promise<void>,
  over: (limit: string) => void,
): void {
  const one = { pid, folder, limits, over };
  watched.add(one);
  timer ??= setInterval(look, everyMs).unref();
  void exited.then(() => {
    watched.delete(one);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  });
}

function look(): void {
  const table = readProcesses();
  for (const { pid, folder, limits, over } of watched) {
    const { memoryBytes, spaceBytes, processes } = limits;
    const own = descendantsOf(pid, table);
    const threads = own.reduce((sum, each) => sum + each.threads, 0);
    if (threads >= processes * 0.9) over(`more than ${Math.floor(processes * 0.9)} processes`);
    // What several of them share is counted for each: only where that is too much is it looked at closely.
    else if (
      own.reduce((sum, each) => sum + each.residentBytes, 0) > memoryBytes &&
      memoryOf(own) > memoryBytes
    )
      over(`more than ${mebibytes(memoryBytes)} of memory`);
    else if (isLarger(folder, spaceBytes)) over(`more than ${mebibytes(spaceBytes)} in its folder`);
  }
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / 2 ** 20)} MiB`;
}

type Process = { pid: number; parent: number; threads: number; residentBytes: number };

/** Of Linux on all its usual machines. */
const pageBytes = 4096;

function readProcesses(): Map<number, Process[]> {
  const byParent = new Map<number, Process[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const text = readOrNull(`/proc/${name}/stat`);
    if (text === null) continue;
    // The name of a program may hold spaces and parentheses.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, threads = 0, pages = 0] = [fields[1], fields[17], fields[21]];
    const one = { pid: Number(name), parent, threads, residentBytes: pages * pageBytes };
    const others = byParent.get(parent);
    if (others) others.push(one);
    else byParent.set(parent, [one]);
  }
  return byParent;
}

function descendantsOf(pid: number, byParent: Map<number, Process[]>): Process[] {
  const found = [...(byParent.get(pid) ?? [])];
  // It grows while it is walked.
  for (const { pid: each } of found) found.push(...(byParent.get(each) ?? []));
  return found;
}

/** Of shared memory, which more than one may have, the part of each. */
function memoryOf(processes: readonly Process[]): number {
  return processes.reduce((sum, { pid, residentBytes }) => {
    const text = readOrNull(`/proc/${pid}/smaps_rollup`);
    const kibibytes = Number(/^Pss: *(\d+)/m.exec(text ?? '')?.[1] ?? residentBytes / 1024);
    return sum + kibibytes * 1024;
  }, 0);
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has exited, or is another user's.
    return null;
  }
}

function isLarger(folder: string, limit: number): boolean {
  let bytes = 0;
  const folders = [folder];
  for (const each of folders)
    for (const entry of entriesIn(each)) {
      const place = path.join(each, entry.name);
      if (entry.isDirectory()) folders.push(place);
      else bytes += bytesOf(place);
      if (bytes > limit || folders.length > 10_000) return true;
    }
  return false;
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** On the disk, which a file with holes does not fill. */
function bytesOf(file: string): number {
  return (lstatSync(file, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
}
