import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { UserError } from '../errors/user-error.ts';

type GitEnd = { ok: boolean; stdout: string; stderr: string };

type GitOptions = {
  input?: string | Buffer;
  env?: Record<string, string>;
  /** Every byte of the output counts: its last newline is kept. */
  whole?: boolean;
};

/** Git in one folder. */
export type Git = {
  /** Its result with any exit code; not `ok` if git is absent. */
  attempt(args: readonly string[], options?: GitOptions): Promise<GitEnd>;
  /** Its output. Throws if it fails. */
  run(args: readonly string[], options?: GitOptions): Promise<string>;
  /** Its output; null if git is absent, if this is not a checkout, or if the command fails. */
  ask(...args: string[]): Promise<string | null>;
  /** The bytes of an object. Throws where there is none. */
  blob(object: string): Promise<Buffer>;
};

/** A user's settings that would change what is read, start a program of theirs or push more than was asked. */
const settings = {
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'core.quotePath': 'false',
  'diff.ignoreSubmodules': 'none',
  'diff.orderFile': '/dev/null',
  'diff.relative': 'false',
  'fetch.recurseSubmodules': 'false',
  'i18n.logOutputEncoding': 'UTF-8',
  'log.diffMerges': 'separate',
  'log.follow': 'false',
  'log.showRoot': 'true',
  'log.showSignature': 'false',
  'push.followTags': 'false',
  'push.recurseSubmodules': 'no',
  'submodule.recurse': 'false',
};

function asFlags(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Git sets them for its hooks and aliases. The folder decides here which repository is read. */
const ofOtherRepositories = [
  ...['DIR', 'WORK_TREE', 'INDEX_FILE', 'PREFIX', 'COMMON_DIR', 'NAMESPACE'],
  ...['OBJECT_DIRECTORY', 'ALTERNATE_OBJECT_DIRECTORIES', 'SHALLOW_FILE', 'ATTR_SOURCE'],
  ...['LITERAL_PATHSPECS', 'GLOB_PATHSPECS', 'NOGLOB_PATHSPECS', 'ICASE_PATHSPECS'],
].map((name) => [`GIT_${name}`, undefined] as const);

const environment = {
  ...Object.fromEntries(ofOtherRepositories),
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  // No parents from outside the commit.
  GIT_GRAFT_FILE: '/dev/null/none',
};

/** Questions of `rev-parse` on where a folder is in its repository: that stays as it is while a process runs. */
const ofPlace = new Set(['--show-toplevel', '--show-prefix', '--absolute-git-dir']);
const places = new Map<string, GitEnd>();

/**
 * Asks nothing on a terminal, answers in English (its answers are read), and changes nothing on the side. No hook runs.
 * Throws `UserError` where git refuses the folder because another user owns it.
 */
export function gitIn(folder: string): Git {
  const attempt: Git['attempt'] = async (args, options) => {
    const key = args.length === 2 && ofPlace.has(args[1] ?? '') ? `${args[1]} ${folder}` : null;
    const known = key !== null && options === undefined ? places.get(key) : undefined;
    if (known) return known;
    const end = await start(args, options);
    if (key !== null && options === undefined && end.ok) places.set(key, end);
    return end;
  };
  const start: Git['attempt'] = async (args, { input, env = {}, whole = false } = {}) => {
    const { failed, stdout, stderr } = await execa('git', [...asFlags(settings), ...args], {
      cwd: folder,
      reject: false,
      stripFinalNewline: !whole,
      env: { ...environment, ...env },
      ...(input === undefined ? { stdin: 'ignore' } : { input }),
    });
    const [, refused] = /dubious ownership in repository at '(.*)'/.exec(stderr) ?? [];
    if (refused !== undefined)
      throw new UserError(
        `git: ${refused} belongs to another user, so git does not read it; allow it with: git config --global --add safe.directory '${refused}'`,
      );
    return { ok: !failed, stdout, stderr };
  };
  return {
    attempt,
    run: async (args, options) => {
      const { ok, stdout, stderr } = await attempt(args, options);
      if (!ok) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
      return stdout;
    },
    ask: async (...args) => {
      const { ok, stdout } = await attempt(args);
      return ok ? stdout : null;
    },
    blob: async (object) => {
      const bytes = { cwd: folder, encoding: 'buffer', stripFinalNewline: false, stdin: 'ignore' } as const;
      const args = [...asFlags(settings), 'cat-file', 'blob', object];
      const { stdout } = await execa('git', args, { ...bytes, env: environment });
      return Buffer.from(stdout);
    },
  };
}

/** The commit of a name in this repository; null if there is none. */
export async function commitOf(git: Git, name: string): Promise<string | null> {
  // Such a name would be read as a flag.
  if (name.startsWith('-')) return null;
  return git.ask('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
}

/** The text of a file in a commit; null where the commit does not have it. Throws where it has it and git cannot say. */
export async function textAt(git: Git, commit: string, file: string): Promise<string | null> {
  const listed = await git.ask('ls-tree', '--name-only', commit, '--', file);
  if (listed === '') return null;
  // Not `git show`, which may convert what it shows.
  const text = listed === null ? null : await git.ask('cat-file', 'blob', `${commit}:./${file}`);
  if (text === null) throw new Error(`git could not read ${file} of ${commit}`);
  return text;
}

/** Line ends as the commit and its attributes have them, whatever this machine's checkouts get. */
const asCommitted = asFlags({
  'core.autocrlf': 'false',
  'core.eol': 'lf',
  'core.attributesFile': '/dev/null',
});

/**
 * Writes some paths of a commit, relative to the folder of `git`, into a folder of its own for as long as `use` takes.
 * The checkout and its index stay as they are.
 */
export async function extractTree<T>(
  git: Git,
  sha: string,
  paths: readonly string[],
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-bench-tree-'));
  try {
    const below = await git.run(['rev-parse', '--show-prefix']);
    const into = path.join(folder, 'tree');
    await mkdir(into);
    // A repository without `info/attributes` and a work tree of its own, so that the attributes are those of the commit.
    const env = {
      GIT_DIR: await withoutInfo(git, path.join(folder, 'git')),
      GIT_ATTR_NOSYSTEM: '1',
      GIT_WORK_TREE: into,
      GIT_INDEX_FILE: path.join(folder, 'index'),
    };
    const there = gitIn(into);
    await there.run(['read-tree', sha], { env });
    const full = paths.map((place) => path.posix.join(below, place));
    const input = await there.run(['ls-files', '-z', '--', ...full], { env, whole: true });
    await there.run([...asCommitted, 'checkout-index', '-z', '--stdin'], { env, input });
    return await use(path.join(into, below));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes `folder` the repository of `git`, but for what only this checkout has. Returns it. */
async function withoutInfo(git: Git, folder: string): Promise<string> {
  const own = await git.run(['rev-parse', '--absolute-git-dir']);
  const common = path.resolve(own, (await textOrNull(path.join(own, 'commondir')))?.trim() ?? '.');
  await mkdir(folder);
  // Git takes no link for a HEAD.
  await writeFile(path.join(folder, 'HEAD'), 'ref: refs/heads/none\n');
  for (const name of await readdir(common))
    if (!['HEAD', 'info'].includes(name)) await symlink(path.join(common, name), path.join(folder, name));
  return folder;
}

function textOrNull(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}
