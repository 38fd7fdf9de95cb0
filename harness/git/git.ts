import { execa } from 'execa';

export type Git = (...args: string[]) => Promise<string | null>;

/** Git in a folder; null where it is absent, this is no checkout, or the command fails. It never asks for a password. */
export function gitIn(folder: string): Git {
  return async (...args) => {
    const { stdout, failed } = await execa('git', args, {
      cwd: folder,
      reject: false,
      stdin: 'ignore',
      env: { GIT_TERMINAL_PROMPT: '0' },
    });
    return failed ? null : stdout;
  };
}

/** The commit that a name stands for here; null for what is none. */
export async function commitOf(git: Git, name: string): Promise<string | null> {
  // Such a name would be read as a flag.
  if (name.startsWith('-')) return null;
  return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
}

/** The text of a file in a commit; null where the commit does not have it. Throws where it has it and git can't say. */
export async function textAt(git: Git, commit: string, file: string): Promise<string | null> {
  const listed = await git('ls-tree', '--name-only', commit, '--', file);
  if (listed === '') return null;
  const text = listed === null ? null : await git('show', `${commit}:./${file}`);
  if (text === null) throw new Error(`git could not read ${file} of ${commit}`);
  return text;
}
