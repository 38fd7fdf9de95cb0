import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  type Stats,
  utimesSync,
} from 'node:fs';
import path from 'node:path';

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
