import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isWithin, type Places, unique } from './places.ts';

/** Where a cell keeps the whole file system, read-only, while a view is made of it. */
export const stage = '/run/root';

type Entry = { place: string; source: string; show: boolean };

/** Shared memory: of a cell's `/dev` it alone can be written to, and it is empty for each process. */
const sharedMemory = '/dev/shm';

/**
 * Lines of a shell that hide and show these places, an outer one before what lies in it: `once` for the cell, `each`
 * for the folders that every process finds empty and may write to.
 */
export function mountLines(
  { hidden, answers, shown }: Places,
  temporaryFolders: readonly string[],
): { once: string[]; each: string[] } {
  const all = unique([...temporaryFolders, sharedMemory]);
  // One that lies in another is empty with it.
  const temporary = all.filter((folder) => !all.some((other) => other !== folder && isWithin(folder, other)));
  const entries = [
    ...[...hidden, ...answers].map((place) => ({ place, source: place, show: false })),
    ...shown.flatMap(entriesOf),
  ];
  const isTemporary = ({ place }: Entry) => temporary.some((folder) => isWithin(place, folder));
  return {
    once: linesFor([
      ...entries.filter((entry) => !isTemporary(entry)),
      // What is empty for each process needs a place to be put on.
      ...temporary.filter((folder) => folder !== sharedMemory).flatMap(entriesOf),
    ]),
    each: temporary.flatMap((folder) => [
      `mount -t tmpfs -o mode=1777,nosuid,nodev cb-own ${quote(folder)}`,
      ...linesFor(
        entries.filter(({ place }) => isWithin(place, folder) && place !== folder),
        { place: folder, source: folder, show: false },
      ),
    ]),
  };
}

function linesFor(entries: readonly Entry[], outermost?: Entry): string[] {
  const made: Entry[] = outermost ? [outermost] : [];
  const folders: string[] = [];
  const lines: string[] = [];
  for (const entry of entries.toSorted((a, b) => a.place.length - b.place.length)) {
    const around = made.findLast(({ place }) => isWithin(entry.place, place));
    // What nothing hides is shown already, and what is hidden needs no second cover.
    if (entry.show === (around?.show ?? true)) continue;
    made.push(entry);
    if (entry.show) lines.push(...showLines(entry));
    else if (statSync(entry.place).isDirectory()) {
      lines.push(`mount -t tmpfs -o mode=755,nosuid,nodev cb-hidden ${quote(entry.place)}`);
      folders.push(entry.place);
    } else lines.push(`mount --bind /dev/null ${quote(entry.place)}`);
  }
  // Not earlier: what is shown in them had to be made first.
  return [...lines, ...folders.map((folder) => `mount -o remount,bind,ro,nosuid,nodev ${quote(folder)}`)];
}

/** A text as one word of a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** By the name it goes by, and by the one that its links lead to. */
function entriesOf(place: string): Entry[] {
  const source = realpathSync(place);
  const named = path.join(realpathSync(path.dirname(place)), path.basename(place));
  return unique([source, named]).map((each) => ({ place: each, source, show: true }));
}

function showLines({ place, source }: Entry): string[] {
  const [word, from] = [quote(place), quote(stage + source)];
  const make = statSync(source).isDirectory()
    ? `mkdir -p ${word}`
    : `mkdir -p ${quote(path.dirname(place))} && : >> ${word}`;
  return [make, `mount --rbind ${from} ${word}`];
}
