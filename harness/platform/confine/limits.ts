import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';

/** Resource limits of a guest with all its processes. */
export type Limits = {
  /** Memory of all its processes; at most 60 % of the machine's. */
  memoryBytes: number;
  /** Size of the files in its folder, and of each of its temporary folders. */
  spaceBytes: number;
  /** Number of processes and their threads. */
  processes: number;
  /** Number of files in its folder, and in a temporary one. */
  files: number;
};

/** The limits on this machine. */
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

/** Checks twice a second what a process and its descendants use, until it has exited. `over` gets the limit in words. */
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
    // Shared memory is counted for each process, so only a sum over the limit is measured exactly.
    else if (
      own.reduce((sum, each) => sum + each.residentBytes, 0) > memoryBytes &&
      memoryOf(own) > memoryBytes
    )
      over(`more than ${mebibytes(memoryBytes)} of memory`);
    else if (isLarger(folder, limits)) over(`more than ${mebibytes(spaceBytes)} in its folder`);
  }
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / 2 ** 20)} MiB`;
}

type Process = { pid: number; parent: number; threads: number; residentBytes: number };

/** Ticks per second of Linux on all usual machines. */
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

/** Proportional memory: each process counts its part of shared memory. */
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

/** A folder that can't be read to its end is too large. */
function isLarger(folder: string, { spaceBytes, files }: Limits): boolean {
  let [bytes, count] = [0, 0];
  const folders = [folder];
  for (const each of folders) {
    const entries = entriesIn(each);
    if (entries === null) return true;
    count += entries.length;
    for (const entry of entries) {
      const place = path.join(each, entry.name);
      if (entry.isDirectory()) folders.push(place);
      else bytes += bytesOf(place);
    }
    if (bytes > spaceBytes || count > files) return true;
  }
  return false;
}

/** None of a folder that is gone; null of one that is closed, or too deep for a path. */
function entriesIn(folder: string): Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? [] : null;
  }
}

/** On the disk, which a file with holes does not fill. */
function bytesOf(file: string): number {
  try {
    return lstatSync(file).blocks * 512;
  } catch {
    return 0;
  }
}
