import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';

/** What a server must not read: whole folders, and in them what not even its command line opens again. */
export type Hidden = {
  /** The project's folder, if there is one: what the command line names there stays readable. */
  checkout: string | null;
  /** Files and folders that hold answers, recordings, results: hidden whatever names them. */
  answers: readonly string[];
};

/** What of the file system a server sees otherwise than the harness; absolute paths, links resolved. */
export type Places = { hidden: readonly string[]; answers: readonly string[]; shown: readonly string[] };

/** Files whose folder is one program: all of it is readable when a command line names a file in it. */
const rootFiles = ['package.json', 'pyproject.toml', 'go.mod', 'Cargo.toml', '.git'];

/**
 * Hides the user's home and the checkout, save what the command line names: the package, `node_modules` or folder of
 * each file and each program in it, what is on the PATH, and `more`.
 */
export function placesFor(
  { checkout, answers }: Hidden,
  commandLine: readonly string[],
  env: NodeJS.ProcessEnv,
  more: readonly string[] = [],
): Places {
  const hidden = unique(
    [...homes(env), ...(checkout ? [checkout, ...ownersOfModules(checkout)] : [])].flatMap(resolved),
  ).filter(
    // A home that holds the system is more than a home.
    (folder) => !isWithin('/usr', folder),
  );
  const secret = unique([...answers, ...(checkout ? gitFolders(checkout) : [])].flatMap(resolved));
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  // A word of ours may be a path with a space in it, or a line for the shell.
  const words = commandLine.flatMap((word) => [word, ...wordsOf(word)]);
  const files = [process.execPath, ...words.flatMap((word) => filesOf(word, folders))];
  const shown = unique([
    // Whatever becomes of its folder: that of temporary files is empty inside.
    ...files,
    ...files.flatMap((file) => [file, ...resolved(file)]).flatMap((file) => programFolders(file, hidden)),
    ...folders.flatMap(binFolders),
    ...more,
  ]).filter(
    (place) =>
      existsSync(place) && !hidden.includes(place) && !secret.some((answer) => isWithin(place, answer)),
  );
  return { hidden, answers: secret, shown };
}

export function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder === '/' ? '/' : `${folder}/`);
}

function homes(env: NodeJS.ProcessEnv): string[] {
  return unique([env.HOME ?? '', homedir(), passwdHome()]).filter((home) => path.isAbsolute(home));
}

function passwdHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    // A user without an entry.
    return '';
  }
}

/** A checkout whose `node_modules` is a link to that of another one: that one too. */
function ownersOfModules(checkout: string): string[] {
  return resolved(path.join(checkout, 'node_modules'))
    .map((folder) => path.dirname(folder))
    .filter((folder) => existsSync(path.join(folder, '.git')));
}

/** `.git`, and where it is a file of a worktree what it leads to. */
export function gitFolders(checkout: string): string[] {
  const git = path.join(checkout, '.git');
  if (!existsSync(git)) return [];
  if (statSync(git).isDirectory()) return [git];
  const own = path.resolve(checkout, /^gitdir: (.*)/.exec(readFileSync(git, 'utf8'))?.[1] ?? '.git');
  const common = path.join(own, 'commondir');
  return existsSync(common) ? [git, path.resolve(own, readFileSync(common, 'utf8').trim())] : [git, own];
}

/** The words of a shell's command line; quoted ones may hold spaces, `name=value` is its value too. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|[^\s'";|&<>()]+/g)].flatMap(([whole, doubled, single]) => {
    const word = doubled ?? single ?? whole;
    return word.includes('=') ? [word, word.slice(word.indexOf('=') + 1)] : [word];
  });
}

function filesOf(word: string, folders: readonly string[]): string[] {
  if (path.isAbsolute(word)) return existsSync(word) ? [word] : [];
  if (word.includes('/') || !/^[\w.+-]+$/.test(word)) return [];
  return folders
    .map((folder) => path.join(folder, word))
    .filter((file) => existsSync(file))
    .slice(0, 1);
}

function programFolders(file: string, hidden: readonly string[]): string[] {
  if (statSync(file).isDirectory()) return [file];
  const modules = file.indexOf('/node_modules/');
  if (modules !== -1) return [file.slice(0, modules + '/node_modules'.length)];
  const root = foldersAbove(file, hidden).findLast((folder) =>
    rootFiles.some((name) => existsSync(path.join(folder, name))),
  );
  return root ? [root] : [...binFolders(path.dirname(file)), path.dirname(file)];
}

/** From the file's own folder up to the hidden one it is in, that one left out. */
function foldersAbove(file: string, hidden: readonly string[]): string[] {
  const folders: string[] = [];
  for (
    let folder = path.dirname(file);
    folder !== '/' && !hidden.includes(folder);
    folder = path.dirname(folder)
  )
    folders.push(folder);
  return folders;
}

/** A folder of programs, and what programs in a folder `bin` keep beside it. */
function binFolders(folder: string): string[] {
  if (path.basename(folder) !== 'bin') return [folder];
  const beside = ['lib', 'lib64', 'libexec', 'pyvenv.cfg'].map((name) => path.join(folder, '..', name));
  return [folder, ...beside];
}

function resolved(file: string): string[] {
  try {
    return [realpathSync(file)];
  } catch {
    return [];
  }
}

export function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
