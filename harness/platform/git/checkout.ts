import path from 'node:path';
import { UserError } from '../errors/user-error.ts';
import { type Git, gitIn } from './git.ts';

/** A project, and where playing writes. Absolute paths. */
export type Written = { root: string; results: string; reports: string };

/** What playing and building write, and the folders `others`, as paths that git leaves out when it is asked in the project's folder. */
export function writtenPaths({ root, results, reports }: Written, others: readonly string[] = []): string[] {
  return [results, reports, path.join(root, 'dist'), ...others]
    .map((folder) => path.relative(root, folder))
    .filter((folder) => folder !== '' && !folder.startsWith('..'))
    .map((folder) => `:(exclude)${folder}`);
}

/** What git says of a commit; `date` with its zone, as `git show -s --format=%cI`, null where the checkout lacks it. */
type Commit = { date: string | null; parents: string[]; subject?: string | undefined };

/** The commit of the thing under test, and whether the harness's own tree differs from a commit. */
export type Checkout = {
  /** Null outside a git checkout where no `--sha` was given: then nothing can be appended. */
  sha: string | null;
  commit: Commit;
  dirty: boolean;
  /** There is no git here to ask. */
  noGit?: true;
};

/**
 * `chosen` (`--sha`), else `GITHUB_SHA`, else HEAD of the checkout that the project is in. What a run writes does not
 * make it another tree. Throws `UserError` for no hash.
 */
export async function readCheckout(
  project: Written,
  chosen: string | null,
  env: NodeJS.ProcessEnv,
): Promise<Checkout> {
  const asked = chosen ?? (env.GITHUB_SHA || null);
  if (asked !== null && !/^[0-9a-f]{7,64}$/.test(asked)) {
    throw new UserError(`--sha: found "${asked}"; allowed are 7 to 64 lowercase hexadecimal digits`);
  }
  const git = gitIn(project.root);
  const sha = asked ?? (await git.ask('rev-parse', '--verify', 'HEAD'));
  const status = await git.ask('status', '--porcelain', '--', '.', ...writtenPaths(project));
  const noGit = sha === null && (await git.ask('--version')) === null;
  return {
    sha,
    commit: await commitOf(git, sha),
    dirty: status !== null && status !== '',
    ...(noGit ? { noGit } : {}),
  };
}

async function commitOf(git: Git, sha: string | null): Promise<Commit> {
  const shown = sha && (await git.ask('show', '--no-patch', '--format=%cI%n%P%n%s', `${sha}^{commit}`));
  if (!shown) return { date: null, parents: [] };
  const [date = null, parents = '', subject] = shown.split('\n');
  return {
    date,
    parents: parents.split(' ').filter(Boolean),
    ...(subject ? { subject: subject.slice(0, 200) } : {}),
  };
}
