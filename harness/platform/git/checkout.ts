import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../errors/user-error.ts';
import { commitOf, type Git, gitIn } from './git.ts';

/** A project, and where playing writes. Absolute paths. */
export type Written = { root: string; results: string; reports: string };

/** The same, and what it plays. `packaged`: the root of the installed package, of which no commit is a part. */
export type Played = Written & {
  suites: readonly string[];
  recordings: readonly string[];
  webRoots: readonly string[];
  packaged: string | null;
};

/** What playing and building write, and the folders `others`, as paths that git leaves out when it is asked in the project's folder. */
export function writtenPaths({ root, results, reports }: Written, others: readonly string[] = []): string[] {
  return [results, reports, path.join(root, 'dist'), ...others]
    .map((folder) => path.relative(root, folder))
    .filter((folder) => folder !== '' && !folder.startsWith('..'))
    .map((folder) => `:(exclude,literal)${folder}`);
}

/**
 * Whether the files at these paths, relative to a folder, differ from those of HEAD, also where git is set to overlook
 * that: files that it does not list or takes for unchanged. Null outside of a checkout.
 */
export async function isChanged(folder: string, paths: readonly string[]): Promise<boolean | null> {
  const git = gitIn(folder);
  const all = ['--untracked-files=normal', '--ignore-submodules=none'];
  // Side by side: each of the two reads every name of the checkout.
  const [status, unseen] = await Promise.allSettled([
    git.ask('status', '--porcelain', ...all, '--', ...paths),
    overlooked(git, folder, paths),
  ]);
  if (status.status === 'rejected') throw status.reason;
  if (status.value !== '') return status.value === null ? null : true;
  if (unseen.status === 'rejected') throw unseen.reason;
  return unseen.value.length > 0;
}

/** The changed files at these paths that git is set to take for unchanged, relative to its folder. */
export async function overlooked(git: Git, folder: string, paths: readonly string[]): Promise<string[]> {
  const listed = await git.run(['ls-files', '-v', '--stage', '-z', '--', ...paths]);
  // A small letter: assumed unchanged. S: left out of a sparse checkout, where the file is not there.
  const entries = [...listed.matchAll(/(?<=^|\0)([a-zS]) \d+ (\w+) \d\t([^\0]*)/g)].flatMap(
    ([, tag, object = '', file = '']) => {
      const isThere = existsSync(path.join(folder, file));
      return tag === 'S' && !isThere ? [] : { object, file, isThere };
    },
  );
  const there = entries.filter(({ isThere }) => isThere);
  if (there.length === 0) return entries.map(({ file }) => file);
  const input = there.map(({ file }) => `${file}\n`).join('');
  const { ok, stdout } = await git.attempt(['hash-object', '--stdin-paths'], { input });
  const found = new Map(stdout.split('\n').map((object, index) => [there[index]?.file, object]));
  return entries.flatMap(({ object, file }) => (ok && found.get(file) === object ? [] : file));
}

/** Whether two commits have the same files at some paths. */
export async function isSame(
  git: Git,
  commits: [string, string],
  paths: readonly string[],
): Promise<boolean> {
  const quietly = ['-r', '--quiet', '--ignore-submodules=none'];
  return (await git.ask('diff-tree', ...quietly, ...commits, '--', ...paths)) !== null;
}

/** What git says of a commit; `date` with its zone, as `git show -s --format=%cI`, null where the checkout lacks it. */
type Commit = { date: string | null; parents: string[]; subject?: string | undefined };

/** The commit of the thing under test, and whether the harness's own tree differs from it. */
export type Checkout = {
  /** Null outside of a git checkout where no commit was given: then nothing can be appended. */
  sha: string | null;
  commit: Commit;
  dirty: boolean;
  /** Why no commit was found. */
  why?: string;
};

const hash = /^[0-9a-f]{7,64}$/;

/**
 * `chosen` (`--sha`), else HEAD of the checkout that the project is in, else `GITHUB_SHA`: a workflow may have checked
 * out another commit than that of its event. What a run writes does not make it another tree. Throws `UserError` for no
 * hash, and where git refuses to read the checkout that `chosen` is held against.
 */
export async function readCheckout(
  project: Played,
  chosen: string | null,
  env: NodeJS.ProcessEnv,
): Promise<Checkout> {
  if (chosen !== null && !hash.test(chosen))
    throw new UserError(`--sha: found "${chosen}"; allowed are 7 to 64 lowercase hexadecimal digits`);
  try {
    return await checkoutOf(project, chosen, env.GITHUB_SHA ?? '');
  } catch (error) {
    if (!(error instanceof UserError) || chosen !== null) throw error;
    return { sha: null, commit: { date: null, parents: [] }, dirty: false, why: error.message };
  }
}

async function checkoutOf(project: Played, chosen: string | null, ofEvent: string): Promise<Checkout> {
  const git = gitIn(project.root);
  const prefix = await git.ask('rev-parse', '--show-prefix');
  const { all, served } = pathsOf(project, prefix ?? '');
  const [changed, head, ignored] =
    prefix === null
      ? [null, null, false]
      : await Promise.all([isChanged(project.root, all), commitOf(git, 'HEAD'), holdsIgnored(git, served)]);
  const sha = chosen ?? head ?? (hash.test(ofEvent) ? ofEvent : null);
  const known = sha === null || sha === head ? sha : await commitOf(git, sha);
  const isOther = head !== null && known !== null && known !== head;
  const dirty = changed === true || ignored || (isOther && !(await isSame(git, [known, head], all)));
  const commit = await factsOf(git, known);
  if (sha !== null) return { sha, commit, dirty };
  const why = (await git.ask('--version')) === null ? 'git is not installed' : 'no git checkout';
  return { sha, commit, dirty, why };
}

/** Paths relative to the project: its folder with those that it plays from elsewhere in the repository, and those that a browser and a replay are served from. */
function pathsOf(project: Played, prefix: string): { all: string[]; served: string[] } {
  const { root, packaged, suites, recordings, webRoots } = project;
  const own = (folders: readonly string[]) =>
    folders
      .filter((folder) => packaged === null || path.relative(packaged, folder).startsWith('..'))
      .map((folder) => path.relative(root, folder) || '.')
      .filter((folder) => isInRepository(folder, prefix));
  const elsewhere = own([...suites, ...recordings, ...webRoots]).filter((folder) => folder.startsWith('..'));
  return { all: ['.', ...elsewhere, ...writtenPaths(project)], served: own([...recordings, ...webRoots]) };
}

/** Whether a path, relative to a folder that lies `prefix` below the top of its repository, stays in it. */
export function isInRepository(place: string, prefix: string): boolean {
  return !path.join(prefix, place).startsWith('..');
}

/** Whether files lie there that are played and that no commit will have, because git ignores them. */
async function holdsIgnored(git: Git, folders: readonly string[]): Promise<boolean> {
  if (folders.length === 0) return false;
  const ignored = ['--others', '--ignored', '--exclude-standard', '-z'];
  // Left out here and not by git: with a pattern it would walk the whole checkout.
  const files = (await git.run(['ls-files', ...ignored, '--', ...folders])).split('\0');
  return files.some((file) => file !== '' && !file.split('/').includes('node_modules'));
}

async function factsOf(git: Git, sha: string | null): Promise<Commit> {
  const shown = sha && (await git.ask('show', '--no-patch', '--format=%cI%n%P%n%s', sha));
  if (!shown) return { date: null, parents: [] };
  const [date = null, parents = '', subject] = shown.split('\n');
  return {
    date,
    parents: parents.split(' ').filter(Boolean),
    ...(subject ? { subject: subject.slice(0, 200) } : {}),
  };
}
