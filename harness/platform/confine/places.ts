import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import {
  binFolders,
  entriesOf,
  filesOf,
  isFolder,
  isWithin,
  programFolders,
  resolved,
  type TooBroad,
  unique,
  wordsOf,
} from './named-files.ts';

/** Files that a guest (a server, an agent, its browser) must not read, even if its command line names them. */
export type Hidden = {
  /** The project's folder, if there is one: a file that the command line names there stays readable. */
  checkout: string | null;
  /** Files and folders that hold answers, recordings, results. */
  answers: readonly string[];
};

/** The part of the file system that a guest sees; absolute paths. Everything else is absent. */
export type Places = {
  shown: readonly string[];
  /** Hidden places within `shown`. */
  covered: readonly string[];
  /** Whether another user than the owner can't read all that the command line names. */
  ownersAlone: boolean;
};

/**
 * Shows the system's folders of programs, and what the command line names: the package, `node_modules` or folder of each
 * file and each program in it, what is on the PATH, and `more`.
 */
export function placesFor(
  { checkout, answers }: Hidden,
  commandLine: readonly string[],
  env: NodeJS.ProcessEnv,
  more: readonly string[] = [],
): Places {
  const hidden = unique(
    [...homes(env), ...(checkout ? [checkout, ...ownersOfModules(checkout)] : [])].flatMap(resolved),
  );
  const secret = unique([...answers, ...(checkout ? gitFolders(checkout) : [])].flatMap(resolved));
  const tooBroad = breadthOf([...hidden, ...['/tmp', '/dev/shm', tmpdir()].flatMap(resolved)], secret);
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  // A word of ours may be a path with a space in it, or a line for the shell.
  const words = commandLine.flatMap((word) => [word, ...wordsOf(word)]);
  const files = unique([process.execPath, ...words.flatMap((word) => filesOf(word, folders))]);
  const named = unique([
    // Whatever becomes of its folder: that of temporary files is empty inside.
    ...files.filter((file) => !isFolder(file)),
    ...files.flatMap((file) => [file, ...resolved(file)]).flatMap((file) => programFolders(file, tooBroad)),
    ...folders.flatMap(binFolders),
  ]).filter((place) => existsSync(place) && !(isFolder(place) && tooBroad(place)));
  const wanted = more.flatMap((place) =>
    place === '/' ? entriesOf('/').map(({ name }) => `/${name}`) : [place],
  );
  const shown = unique([...named, ...wanted.filter((place) => existsSync(place))]).filter(
    (place) => ![place, ...resolved(place)].some((each) => isIn(each, secret) || isSecret(each)),
  );
  const system = systemPlaces();
  const around = [...system.shown, ...shown].flatMap((place) => [place, ...resolved(place)]);
  return {
    shown: [...system.shown, ...shown],
    covered: unique([
      ...system.covered,
      ...shown.filter((place) => isIn(place, ['/etc', '/var'])).flatMap((place) => closedIn(place, 3)),
      ...[...secret, ...hidden, ...shown.flatMap(projectsIn)].filter(
        // A home that holds the system is more than a home.
        (place) =>
          !isWithin('/usr', place) && isIn(place, around) && (isIn(place, secret) || !wanted.includes(place)),
      ),
    ]),
    ownersAlone: files.some((file) => isIn(file, around) && !isOpenToAll(file, around)),
  };
}

/**
 * What a guest sees here besides the system, before its command line names more; and what it could read besides, where
 * nothing is confined: homes and checkouts, by name.
 */
export function sightOf(
  checkout: string | null,
  env: NodeJS.ProcessEnv,
): { seen: string[]; exposed: string[] } {
  const system = systemPlaces().shown;
  const { shown } = placesFor({ checkout, answers: [] }, [], env, visibleIn(env));
  const users = [...homes(env), ...foldersIn('/home')].filter((folder) => existsSync(folder));
  const around = ['/srv', '/opt', '/mnt', '/usr/local/src', '/usr/src', '/var/tmp', '/tmp'];
  const bases = unique([...(checkout ? [path.dirname(checkout)] : []), ...users, ...around]);
  return {
    seen: shown.filter((place) => !isIn(place, system)),
    exposed: unique(
      [...users, ...[...bases, ...bases.flatMap(foldersIn)].flatMap(projectsIn)].flatMap(resolved),
    ),
  };
}

/** Folders that the user leaves readable, by `CONTRACT_BENCH_VISIBLE`. */
export function visibleIn(env: NodeJS.ProcessEnv): string[] {
  return (env.CONTRACT_BENCH_VISIBLE ?? '').split(':').filter((place) => place.startsWith('/'));
}

function foldersIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(folder, name));
}

/** Where programs, libraries and their data lie on Linux, below `/` and below `/usr` and `/usr/local`. */
const programFolder = /^(?:s?bin|lib(?:32|64|x32|exec)?|share|include|games)$/;

/** Stores of package managers, and caches that programs are slow without. */
const systemStores = [
  ...['/nix/store', '/gnu/store', '/home/linuxbrew/.linuxbrew', '/var/lib/ca-certificates'],
  ...['/var/cache/fontconfig', '/sys/devices/system'],
];

/** Names in `/etc` that configure libraries, certificates, fonts, names, times and languages; without passwords. */
const settings = new RegExp(
  `^(?:${[
    ...[
      'alternatives',
      'bash\\.bashrc',
      'ca-certificates.*',
      'chromium.*',
      'crypto-policies',
      'fonts',
      'gai\\.conf',
    ],
    ...[
      'glvnd',
      'host\\.conf',
      'hostname',
      'hosts',
      'inputrc',
      'java.*',
      'ld\\.so.*',
      'ld-musl.*',
      'locale.*',
      'localtime',
    ],
    ...[
      'lsb-release',
      'magic.*',
      'mime\\.types',
      'networks',
      'nsswitch\\.conf',
      'opt',
      '.*-release',
      'perl',
      'pki',
    ],
    ...[
      'profile',
      'profile\\.d',
      'protocols',
      'python.*',
      'resolv\\.conf',
      'services',
      'sgml',
      'shells',
      'ssl',
      'static',
    ],
    ...['terminfo', 'timezone', 'vulkan', 'X11', 'xdg', 'xml'],
  ].join('|')})$`,
);

let ofSystem: { shown: readonly string[]; covered: readonly string[] } | undefined;

/** Places that every guest sees; private keys in them are covered. */
function systemPlaces(): { shown: readonly string[]; covered: readonly string[] } {
  if (ofSystem) return ofSystem;
  const inside = (folder: string, wanted: RegExp) =>
    entriesOf(folder)
      .filter(({ name }) => wanted.test(name))
      .map(({ name }) => path.join(folder, name));
  const etc = inside('/etc', settings);
  const shown = [
    ...['/', '/usr', '/usr/local'].flatMap((folder) => inside(folder, programFolder)),
    ...systemStores,
    ...etc,
  ].filter((place) => existsSync(place));
  ofSystem = { shown, covered: etc.flatMap((place) => closedIn(place, 3)) };
  return ofSystem;
}

/** What only its owner or a group may read, or by its name is a private key's. */
function closedIn(place: string, depth: number): string[] {
  const found = lstatSync(place);
  if (found.isSymbolicLink()) return [];
  if ((found.mode & 0o004) === 0 || path.basename(place) === 'private') return [place];
  if (!found.isDirectory() || depth === 0) return [];
  return entriesOf(place)
    .filter((entry) => !entry.isSymbolicLink())
    .flatMap(({ name }) => closedIn(path.join(place, name), depth - 1));
}

/** The standard folders below `/` that hold much that is not one program. */
const shared =
  /^\/(?:boot|dev|etc|home|media|mnt|opt|proc|root|run|srv|sys|tmp|usr|var|usr\/local|usr\/src|var\/[^/]+)?$/;

/** Whether a folder holds more than a program, so that its name on a command line does not open it. */
function breadthOf(guarded: readonly string[], secret: readonly string[]): TooBroad {
  // In a project of the user's own, the server may be a part of it, and its answers are hidden by name.
  const isOwn = (folder: string) => resolved(path.join(folder, 'tasks')).some((tasks) => isIn(tasks, secret));
  return (folder) =>
    [folder, ...resolved(folder)].some(
      (each) =>
        shared.test(each) ||
        path.dirname(each) === '/home' ||
        (isProject(each) && !isOwn(each)) ||
        guarded.some((other) => isWithin(other, each)),
    );
}

const answerFolders = ['tasks', 'transcripts', 'results', '.git'];

/** A checkout or a project of this benchmark: it holds answers. */
function isProject(folder: string): boolean {
  return ['tasks', 'transcripts'].every((name) => existsSync(path.join(folder, name)));
}

const projectsOf = new Map<string, readonly string[]>();

/** Other checkouts that lie in a folder which is shown; of a package of this benchmark only what holds answers. */
function projectsIn(place: string): readonly string[] {
  const known = projectsOf.get(place);
  if (known) return known;
  const inner = foldersIn(place).filter((folder) => !/^\.|^node_modules$/.test(path.basename(folder)));
  const projects = [...foldersIn(place), ...inner.flatMap(foldersIn)].filter(isProject);
  const found = (
    path.basename(place) === 'node_modules'
      ? projects.flatMap((each) => answerFolders.map((name) => path.join(each, name)))
      : projects
  ).flatMap(resolved);
  projectsOf.set(place, found);
  return found;
}

/** Places that no command line opens: the kernel's folders, answers of other checkouts, protected files of the system. */
function isSecret(place: string): boolean {
  if (isIn(place, ['/dev', '/proc', '/sys']) && !isWithin(place, '/dev/shm')) return true;
  if (isIn(place, ['/boot', '/etc', '/var']) && closedIn(place, 0).length > 0) return true;
  for (let inner = place; inner !== path.dirname(inner); inner = path.dirname(inner))
    if (answerFolders.includes(path.basename(inner)) && isProject(path.dirname(inner))) return true;
  return false;
}

/** Whether users without a right of their own can read a file, by its mode and those of the folders up to where it is shown. */
function isOpenToAll(file: string, shown: readonly string[]): boolean {
  return resolved(file).every((real) => {
    for (let each = real; each !== '/' && isIn(each, shown); each = path.dirname(each)) {
      const found = statSync(each);
      const needed = each !== real ? 0o001 : found.isDirectory() ? 0o005 : 0o004;
      // A folder that is shown by itself is opened to all, what lies in it is not.
      if ((found.mode & needed) !== needed && !(found.isDirectory() && shown.includes(each))) return false;
    }
    return true;
  });
}

function isIn(place: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isWithin(place, folder));
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

/** The `.git` of the repository that a place is in, and where it is a file of a worktree what it leads to. */
export function gitFolders(place: string): string[] {
  const git = path.join(place, '.git');
  const above = path.dirname(place);
  if (!existsSync(git)) return above === place ? [] : gitFolders(above);
  if (statSync(git).isDirectory()) return [git];
  const own = path.resolve(place, /^gitdir: (.*)/.exec(readFileSync(git, 'utf8'))?.[1] ?? '.git');
  const common = path.join(own, 'commondir');
  return existsSync(common) ? [git, path.resolve(own, readFileSync(common, 'utf8').trim())] : [git, own];
}
