import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  type Stats,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { thisProject } from '../cli/this-project.ts';

const folderName = /^cbp-\d+$/;

/** Names at the top of the project that a copy does without: what it can make itself, and what it must not inherit. Tests stay behind as well. */
const leftOut = new Set(['node_modules', 'lib', '.git', 'dist', 'reports', 'coverage', '.astro']);

/**
 * The folder of the lowest number that no test uses just now, and what gives it back. It stays for the next test: what is
 * in it is not copied again, and what Node compiled of it is still kept.
 */
export function claimScratchFolder(): { folder: string; release(): void } {
  for (let number = 1; ; number++) {
    const folder = path.join(tmpdir(), `cbp-${number}`);
    if (!claim(folder)) continue;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return { folder, release: () => rmSync(claimOf(folder)) };
  }
}

/** Makes the folder hold what a scratch project begins with. */
export function fillScratchFolder(folder: string): void {
  mirrorFolder(thisProject.root, folder, (name) => {
    return (
      !leftOut.has(name) &&
      !/^results\/([0-9a-f]{7,}\.json|episodes|answers|pictures)$/.test(name) &&
      !name.endsWith('.test.ts')
    );
  });
}

/**
 * Before a run of tests: a folder for each worker is filled. It takes a third of a second now, and seconds later: ext4 is slow
 * to make files while others are removed. And what a run that was killed has left is removed, as is what is unused after one. */
export function setup(): void {
  for (const name of readdirSync(tmpdir()))
    if (/^cbp-\d+\.used$/.test(name)) removeIfStale(path.join(tmpdir(), name));
  const claimed = Array.from({ length: 4 }, claimScratchFolder);
  for (const { folder, release } of claimed) {
    fillScratchFolder(folder);
    release();
  }
}

export function teardown(): void {
  for (const name of readdirSync(tmpdir()).filter((each) => folderName.test(each))) {
    const folder = path.join(tmpdir(), name);
    if (!claim(folder)) continue;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    rmSync(claimOf(folder));
  }
}

const claimOf = (folder: string) => `${folder}.used`;

/** A link to the number of the process: made at once or not at all, and it says who has the folder. */
function claim(folder: string): boolean {
  try {
    symlinkSync(String(process.pid), claimOf(folder));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function removeIfStale(link: string): void {
  try {
    process.kill(Number(readlinkSync(link)), 0);
  } catch {
    rmSync(link, { force: true });
  }
}

/**
 * Makes `copy` hold exactly the files of `source` whose paths, relative to it, are wanted. A file of the same size, time
 * and mode is left as it is: most files of a copy that a test has worked in are the same as before.
 */
export function mirrorFolder(source: string, copy: string, isWanted: (name: string) => boolean): void {
  mirror(source, copy, '', isWanted);
}

function mirror(source: string, copy: string, within: string, isWanted: (name: string) => boolean): void {
  const entries = readdirSync(path.join(source, within), { withFileTypes: true }).filter(({ name }) =>
    isWanted(path.join(within, name)),
  );
  const names = new Set(entries.map(({ name }) => name));
  const there = readdirSync(path.join(copy, within), { withFileTypes: true });
  for (const entry of there) {
    const isFolder = entries.some((each) => each.name === entry.name && each.isDirectory());
    if (!names.has(entry.name) || isFolder !== entry.isDirectory())
      rmSync(path.join(copy, within, entry.name), { recursive: true, force: true });
  }
  for (const entry of entries) {
    const name = path.join(within, entry.name);
    const target = path.join(copy, name);
    if (entry.isDirectory()) {
      mkdirSync(target, { recursive: true });
      mirror(source, copy, name, isWanted);
    } else copyIfOther(path.join(source, name), target);
  }
}

function copyIfOther(file: string, target: string): void {
  const wanted = lstatSync(file);
  const found = lstatSync(target, { throwIfNoEntry: false });
  if (found && isSame(wanted, found)) return;
  rmSync(target, { force: true });
  copyFileSync(file, target);
  chmodSync(target, wanted.mode);
  utimesSync(target, wanted.atimeMs / 1000, wanted.mtimeMs / 1000);
}

function isSame(one: Stats, other: Stats): boolean {
  // A time is written back as a fraction of seconds, which rounds it.
  const isSameTime = Math.abs(one.mtimeMs - other.mtimeMs) < 1;
  return other.isFile() && isSameTime && one.size === other.size && one.mode === other.mode;
}
