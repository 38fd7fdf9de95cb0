import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';

type GitEnd = { ok: boolean; stdout: string; stderr: string };

type GitOptions = {
  input?: string | Buffer;
  env?: Record<string, string>;
  /** Every byte of the output counts: its last newline is kept. */
  whole?: boolean;
};

/** Git in one folder. */
export type Git = {
  /** Whatever it ends with; not `ok` too where git is absent. */
  attempt(args: readonly string[], options?: GitOptions): Promise<GitEnd>;
  /** Its output. Throws where it fails. */
  run(args: readonly string[], options?: GitOptions): Promise<string>;
  /** Its output; null where git is absent, this is no checkout, or the command fails. */
  ask(...args: string[]): Promise<string | null>;
};

/** Asks nothing on a terminal, speaks English (its answers are read), and tidies nothing up on the side. */
export function gitIn(folder: string): Git {
  const attempt: Git['attempt'] = async (args, { input, env = {}, whole = false } = {}) => {
    const quiet = ['-c', 'gc.auto=0', '-c', 'maintenance.auto=false'];
    const { failed, stdout, stderr } = await execa('git', [...quiet, ...args], {
      cwd: folder,
      reject: false,
      stripFinalNewline: !whole,
      env: { LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', ...env },
      ...(input === undefined ? { stdin: 'ignore' } : { input }),
    });
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
  };
}

/** The commit that a name stands for here; null for what is none. */
export async function commitOf(git: Git, name: string): Promise<string | null> {
  // Such a name would be read as a flag.
  if (name.startsWith('-')) return null;
  return git.ask('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
}

/** The text of a file in a commit; null where the commit does not have it. Throws where it has it and git cannot say. */
export async function textAt(git: Git, commit: string, file: string): Promise<string | null> {
  const listed = await git.ask('ls-tree', '--name-only', commit, '--', file);
  if (listed === '') return null;
  const text = listed === null ? null : await git.ask('show', `${commit}:./${file}`);
  if (text === null) throw new Error(`git could not read ${file} of ${commit}`);
  return text;
}

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
    const env = { GIT_INDEX_FILE: path.join(folder, 'index') };
    await git.run(['read-tree', sha], { env });
    const input = await git.run(['ls-files', '-z', '--', ...paths], { env, whole: true });
    const into = path.join(folder, 'tree');
    await git.run(['checkout-index', '-z', '--stdin', `--prefix=${into}/`], { env, input });
    const below = await git.run(['rev-parse', '--show-prefix']);
    return await use(path.join(into, below));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
