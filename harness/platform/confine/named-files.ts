import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** Whether a folder holds more than one program. */
export type TooBroad = (folder: string) => boolean;

/** Files whose folder is one program: all of it is readable when a command line names a file in it. */
const rootFiles = ['package.json', 'pyproject.toml', 'go.mod', 'Cargo.toml', '.git'];

/**
 * The words of a shell's command line, joined of their quoted parts as a shell joins them (`'it'\''s'`), and each part by
 * itself, as JSON has them; `name=value` is its value too.
 */
export function wordsOf(text: string): string[] {
  const parts = [...text.matchAll(/"([^"]*)"|'([^']*)'|[^\s'";|&<>()]+/g)].map(
    ([whole, doubled, single]) => doubled ?? single ?? whole,
  );
  const joined = [...text.matchAll(/(?:"[^"]*"|'[^']*'|\\.|[^\s'";|&<>()\\])+/g)].map(([word]) =>
    word.replaceAll(
      /"([^"]*)"|'([^']*)'|\\(.)/g,
      (_, doubled, single, escaped) => doubled ?? single ?? escaped,
    ),
  );
  return [...parts, ...joined].flatMap((word) => {
    const value = word.slice(word.indexOf('=') + 1);
    return unique([word, value, ...value.split(/[:,]/)]);
  });
}

export function filesOf(word: string, folders: readonly string[]): string[] {
  if (path.isAbsolute(word)) return existsSync(word) ? [path.resolve(word)] : [];
  if (word.includes('/') || !/^[\w.+-]+$/.test(word)) return [];
  return folders
    .map((folder) => path.join(folder, word))
    .filter((file) => existsSync(file))
    .slice(0, 1);
}

/** `seen`: folders of packages whose links were followed; packages may link each other. */
export function programFolders(file: string, tooBroad: TooBroad, seen = new Set<string>()): string[] {
  if (isFolder(file)) return [file];
  const modules = file.indexOf('/node_modules/');
  if (modules !== -1) return [file.slice(0, modules + '/node_modules'.length)];
  const above = foldersAbove(file, tooBroad);
  const linked = above.flatMap((folder) => linkedPackages(path.join(folder, 'node_modules'), tooBroad, seen));
  const root = above.findLast((folder) => rootFiles.some((name) => existsSync(path.join(folder, name))));
  if (root) return [root, ...linked];
  // In a checkout it has no package of its own, and imports what is installed there.
  const outer = path.dirname(above.at(-1) ?? file);
  return [...binFolders(path.dirname(file)), path.dirname(file), path.join(outer, 'node_modules'), ...linked];
}

/** What lies elsewhere of the packages in a folder, which may be a link or, as `npm link` leaves it, hold some. */
function linkedPackages(modules: string, tooBroad: TooBroad, seen: Set<string>): string[] {
  const [real = modules] = resolved(modules);
  if (seen.has(real)) return [];
  seen.add(real);
  const links = entriesOf(real)
    .flatMap((entry) => (entry.name.startsWith('@') ? entriesOf(path.join(real, entry.name)) : [entry]))
    .filter((entry) => entry.isSymbolicLink())
    .flatMap(({ parentPath, name }) => resolved(path.join(parentPath, name)))
    .filter((place) => !isWithin(place, path.dirname(modules)) && !isWithin(place, real));
  return [
    ...(real === modules ? [] : [real]),
    ...links.flatMap((place) => programFolders(path.join(place, 'package.json'), tooBroad, seen)),
  ];
}

/** From the file's own folder up to one that is too broad, that one left out. */
function foldersAbove(file: string, tooBroad: TooBroad): string[] {
  const folders: string[] = [];
  for (let folder = path.dirname(file); !tooBroad(folder); folder = path.dirname(folder))
    folders.push(folder);
  return folders;
}

/** A folder of programs, what programs in a folder `bin` keep beside it, and what `shims` lead to (pyenv, rbenv, asdf). */
export function binFolders(folder: string): string[] {
  const name = path.basename(folder);
  if (name === 'shims') return [path.dirname(folder)];
  if (name !== 'bin') return [folder];
  const beside = ['lib', 'lib64', 'libexec', 'pyvenv.cfg'].map((each) => path.join(folder, '..', each));
  return [folder, ...beside];
}

/** Empty if it is not a folder, or if this user can't read it. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

export function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder === '/' ? '/' : `${folder}/`);
}

export function resolved(file: string): string[] {
  try {
    return [realpathSync(file)];
  } catch {
    return [];
  }
}

export function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
