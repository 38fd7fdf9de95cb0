import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isWithin, unique } from './named-files.ts';
import type { Places } from './places.ts';

/** What is mounted at a place: what is there outside, or a cover that hides it. */
type Entry = { place: string; source: string; kind: 'folder' | 'file' | 'link' | 'cover' | 'file-cover' };

/** What a cell shows, and what each of its processes finds in temporary folders that are empty but for that. */
export type Views = { shown: readonly Entry[]; own: OwnView };

/** The sources of its entries lie in the cell's `/run`. */
export type OwnView = { temporary: readonly string[]; entries: readonly Entry[] };

/** An outer place before what lies in it. */
export function viewsOf(places: Places, temporaryFolders: readonly string[]): Views {
  const all = unique(temporaryFolders);
  // One that lies in another is empty with it.
  const temporary = all.filter((folder) => !all.some((other) => other !== folder && isWithin(folder, other)));
  const isTemporary = ({ place }: Entry) => temporary.some((folder) => isWithin(place, folder));
  const entries = places.shown.flatMap(shownAs).filter(({ place }) => !isWithin(place, '/run'));
  const own = layered(entries.filter(isTemporary), places.covered).map((entry, index) => ({
    entry,
    stage: isCover(entry) ? entry.source : `/run/s${index}`,
  }));
  return {
    shown: [
      ...layered(
        entries.filter((entry) => !isTemporary(entry)),
        places.covered,
      ),
      ...own.flatMap(({ entry, stage }) => (isCover(entry) ? [] : [{ ...entry, place: stage }])),
    ],
    own: { temporary, entries: own.map(({ entry, stage }) => ({ ...entry, source: stage })) },
  };
}

/** Where a file is before a process has its own temporary folders: there is nothing in those yet. */
export function stagedIn({ entries }: OwnView, file: string): string {
  const around = entries.findLast((entry) => !isCover(entry) && isWithin(file, entry.place));
  return around ? around.source + file.slice(around.place.length) : file;
}

function isCover({ kind }: Entry): boolean {
  return kind === 'cover' || kind === 'file-cover';
}

function layered(all: readonly Entry[], covered: readonly string[]): Entry[] {
  // If a folder is shown child by child, a hidden child is left out, because nothing is mounted that could be covered.
  const shown = all.filter(({ source }) => !covered.includes(source));
  // By whatever name something is shown, what must be hidden in it is.
  const covers = shown.flatMap(({ place, source }) =>
    covered
      .filter((each) => isWithin(each, source))
      .map((each): Entry => {
        const kind = statSync(each).isDirectory() ? 'cover' : 'file-cover';
        return { place: place + each.slice(source.length), source: each, kind };
      }),
  );
  const made: Entry[] = [];
  for (const entry of [...shown, ...covers].toSorted((a, b) => a.place.length - b.place.length)) {
    const around = made.findLast(({ place }) => isWithin(entry.place, place));
    // What is in a shown folder is shown already, and what is hidden needs no second cover.
    if (isCover(entry) === (around !== undefined && !isCover(around))) made.push(entry);
  }
  return made;
}

/** By the name that it has been given, and by the one that its links lead to. */
function shownAs(place: string): Entry[] {
  const source = realpathSync(place);
  const named = pastRootLink(path.resolve(place));
  // Some programs read where a link of the system leads, the one of the time zone for example.
  if (lstatSync(named).isSymbolicLink() && isWithin(source, '/usr') && isWithin(targetOf(named), '/usr'))
    return [{ place: named, source: named, kind: 'link' }];
  const inFolder = path.join(realpathSync(path.dirname(place)), path.basename(place));
  const names = unique([named, pastRootLink(inFolder), source]);
  const found = statSync(source);
  if (!found.isDirectory() || process.getuid?.() !== 0 || (found.mode & 0o005) === 0o005) {
    const kind = found.isDirectory() ? 'folder' : 'file';
    return names.map((each) => ({ place: each, source, kind }));
  }
  // Another user could not enter root's own folder: what lies in it is shown in one that is open.
  return readdirSync(source, { withFileTypes: true }).flatMap((inner) => {
    const kind = inner.isSymbolicLink() ? 'link' : inner.isDirectory() ? 'folder' : 'file';
    return names.map((each) => ({
      place: path.join(each, inner.name),
      source: path.join(source, inner.name),
      kind,
    }));
  });
}

/** The links of `/` are the same inside. */
function pastRootLink(place: string): string {
  const [, first = '', rest = ''] = /^(\/[^/]*)(.*)$/.exec(place) ?? [];
  return first !== '/' && lstatSync(first).isSymbolicLink() ? realpathSync(first) + rest : place;
}

function targetOf(link: string): string {
  return path.resolve(path.dirname(link), readlinkSync(link));
}

/** A line of a table of mounts, or of a shell. */
export type Step = { mount: string } | { line: string };

/** The steps that make a view below `root`: folders, then files and links, which need a place to be put on. */
export function viewSteps(entries: readonly Entry[], root: string): Step[] {
  const at = ({ place }: Entry) => root + place;
  const isOpen = (entry: Entry) =>
    entries.some((other) => other !== entry && isWithin(other.place, entry.place));
  const covers = entries.filter(({ kind }) => kind === 'cover');
  const isLate = ({ kind }: Entry) => kind === 'file' || kind === 'link';
  const late = entries.filter(isLate);
  const files = late.filter(({ kind }) => kind === 'file');
  const parents = unique(late.map((entry) => path.dirname(at(entry))));
  return [
    ...entries
      .filter((entry) => !isLate(entry))
      .map((entry) => {
        if (entry.kind === 'cover')
          return empty(at(entry), `mode=755,size=64k,${isOpen(entry) ? 'rw' : 'ro'}`);
        if (entry.kind === 'file-cover') return bind('/dev/null', at(entry));
        return bind(entry.source, at(entry), `ro,${keptOptions(entry.source)},X-mount.mkdir`);
      }),
    ...(parents.length > 0 ? [{ line: `mkdir -p ${parents.map(quote).join(' ')}` }] : []),
    ...files.map((entry) => ({ line: `: > ${quote(at(entry))}` })),
    ...late
      .filter(({ kind }) => kind === 'link')
      .map((entry) => ({ line: `cp -P ${quote(entry.source)} ${quote(at(entry))}` })),
    ...files.map((entry) => bind(entry.source, at(entry), `ro,${keptOptions(entry.source)}`)),
    ...covers
      .filter(isOpen)
      .map((entry) => ({ line: `mount -o remount,bind,ro,nosuid,nodev ${quote(at(entry))}` })),
  ];
}

/** Lines of a shell; mounts that follow one another are one command, which reads them from the file `table`. */
export function linesOf(steps: readonly Step[], table: string): string[] {
  const lines: string[] = [];
  let mounts: string[] = [];
  const flush = () => {
    if (mounts.length > 0)
      lines.push(`printf '%s\\n' ${mounts.map(quote).join(' ')} > ${table}`, `mount -aT ${table}`);
    mounts = [];
  };
  for (const step of steps) {
    if ('mount' in step) mounts.push(step.mount);
    else {
      flush();
      lines.push(step.line);
    }
  }
  flush();
  return lines;
}

export function bind(source: string, target: string, options = 'rw'): Step {
  return mountOf(source, target, 'none', `rbind,${options}`);
}

/** `options`: those of a file system in memory. */
export function empty(target: string, options: string): Step {
  return mountOf('cb-own', target, 'tmpfs', `nosuid,nodev,${options}`);
}

export function mountOf(source: string, target: string, type: string, options: string): Step {
  const [from, to] = [source, target].map((text) =>
    text.replace(/[\s\\#]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`),
  );
  return { mount: `${from} ${to} ${type} ${options} 0 0` };
}

/** A text as one word of a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Options that a mount of a user's own must keep. */
function keptOptions(source: string): string {
  const around = hostMounts().findLast(({ place }) => isWithin(source, place));
  return unique(['nosuid', 'nodev', ...(around?.options.filter((option) => kept.test(option)) ?? [])]).join(
    ',',
  );
}

const kept = /^no(?:suid|dev|exec|atime|diratime)$/;

/** Mounts below what is shown: that they come along read-only must be asked for one by one. */
export function innerMounts(entries: readonly Entry[]): { place: string; options: string }[] {
  return entries
    .filter(({ kind }) => kind === 'folder')
    .flatMap(({ place, source }) =>
      hostMounts()
        .filter(
          (mount) => mount.options.includes('rw') && mount.place !== source && isWithin(mount.place, source),
        )
        .map((mount) => ({
          place: place + mount.place.slice(source.length),
          options: ['ro', ...mount.options.filter((option) => kept.test(option))].join(','),
        })),
    );
}

/** The mounts of this process, from the outer to the inner. */
function hostMounts(): { place: string; options: string[] }[] {
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([, , , , place = '', options = '']) => ({
      place: unescapeOctal(place),
      options: options.split(','),
    }));
}

/** As the kernel writes spaces and the like: `\040`. */
function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
