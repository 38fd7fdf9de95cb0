import path from 'node:path';
import { isBelow, type Law, roomOf } from './law.ts';
import { type Reach, readImports } from './read-imports.ts';

/** A source file by its path from the project's root, with `/` between its parts. */
export type Source = { file: string; text: string };

type Target = { vendor: string } | { builtin: string } | { file: string };

/** Every import that the law does not permit, every permission that nobody uses, every room that is not there. */
export function violationsOf(sources: readonly Source[], law: Law): string[] {
  const found: string[] = [];
  const used = new Set<string>();
  const judged = sources.filter(({ file }) => !isTest(file));
  for (const source of judged) {
    const { file } = source;
    const from = roomOf(law, file);
    if (from === null) {
      found.push(`${file}: no room of the law is its`);
      continue;
    }
    const row = law.rooms[from];
    if (!row || row.free) continue;
    const reach = reachOf(source);
    if (reach.computed && !use(row.computed ?? [], file)) found.push(`${file}: imports what is computed`);
    if (row.pure) found.push(...reach.globals.map((name) => `${file}: ${name}: ${from} is pure`));
    for (const specifier of reach.imports) {
      const target = targetOf(file, specifier);
      const isOwn = 'file' in target && roomOf(law, target.file) === from;
      if (!isOwn && !isPermitted(file, from, target)) found.push(`${file} -> ${specifier}`);
    }
  }
  return [...found, ...unused(), ...emptyRooms()];

  function use(permissions: readonly string[], file: string): boolean {
    if (permissions.includes(file)) used.add(file);
    return permissions.includes(file);
  }

  function isPermitted(file: string, from: string, target: Target): boolean {
    const { rooms = [], vendors = [], builtins = [] } = law.rooms[from] ?? {};
    const permission =
      'file' in target
        ? rooms.find((each) => covers(law, each, target.file))
        : 'vendor' in target
          ? vendors.find((each) => isBelow(target.vendor, each))
          : builtins.find((each) => target.builtin === each);
    if (permission === undefined) return false;
    used.add(`${from}: ${permission}`);
    const door = law.doors[permission];
    if (door?.includes(file)) used.add(`door ${permission}: ${file}`);
    return door === undefined || door.includes(file);
  }

  function unused(): string[] {
    const given = Object.entries(law.rooms).flatMap(
      ([room, { rooms, vendors = [], builtins = [], computed = [] }]) => [
        ...[...rooms, ...vendors, ...builtins].map((each) => `${room}: ${each}`),
        ...computed,
      ],
    );
    const doors = Object.entries(law.doors).flatMap(([vendor, files]) =>
      files.map((file) => `door ${vendor}: ${file}`),
    );
    return [...given, ...doors]
      .filter((permission) => !used.has(permission))
      .map((permission) => `${permission}: a permission that nobody uses`);
  }

  function emptyRooms(): string[] {
    const inhabited = new Set(judged.map(({ file }) => roomOf(law, file)));
    return Object.keys(law.rooms)
      .filter((room) => !inhabited.has(room))
      .map((room) => `${room}: a room that is not there`);
  }
}

/** A source is parsed once, however many laws it is held to. */
const known = new WeakMap<Source, Reach>();

function reachOf(source: Source): Reach {
  const reach = known.get(source) ?? readImports(source.file, source.text);
  known.set(source, reach);
  return reach;
}

/** Of a room only what lies in no room within it: who may read results may not write them. */
function covers(law: Law, permission: string, file: string): boolean {
  return permission in law.rooms ? roomOf(law, file) === permission : isBelow(file, permission);
}

function targetOf(file: string, specifier: string): Target {
  if (specifier.startsWith('node:')) return { builtin: specifier };
  if (!specifier.startsWith('.')) return { vendor: specifier };
  return { file: path.posix.join(path.posix.dirname(file), specifier.replace(/[?#].*$/, '')) };
}

function isTest(file: string): boolean {
  return /\.test\.ts$/.test(file);
}
