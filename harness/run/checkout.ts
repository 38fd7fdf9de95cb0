import { execa } from 'execa';
import type { ResultsFile } from '../result/result.ts';
import { UserError } from '../user-error.ts';

/** The commit of the thing under test, and whether the harness's own tree differs from a commit. */
export type Checkout = {
  /** Null outside a git checkout where no `--sha` was given: then nothing can be appended. */
  sha: string | null;
  commit: ResultsFile['commit'];
  dirty: boolean;
};

/** What a run writes into the tree, which does not make it another tree. */
const written = ['results', 'reports', 'dist'];

/** `chosen` (`--sha`), else `GITHUB_SHA`, else HEAD of the checkout in `folder`. Throws `UserError` for no hash. */
export async function readCheckout(
  folder: string,
  chosen: string | null,
  env: NodeJS.ProcessEnv,
): Promise<Checkout> {
  const asked = chosen ?? (env.GITHUB_SHA || null);
  if (asked !== null && !/^[0-9a-f]{7,64}$/.test(asked)) {
    throw new UserError(`--sha: found "${asked}"; allowed are 7 to 64 lowercase hexadecimal digits`);
  }
  const sha = asked ?? (await git(folder, ['rev-parse', '--verify', 'HEAD']));
  const status = await git(folder, [
    'status',
    '--porcelain',
    '--',
    '.',
    ...written.map((name) => `:(exclude)${name}`),
  ]);
  return { sha, commit: await commitOf(folder, sha), dirty: status !== null && status !== '' };
}

async function commitOf(folder: string, sha: string | null): Promise<ResultsFile['commit']> {
  const shown = sha && (await git(folder, ['show', '--no-patch', '--format=%cI%n%P%n%s', `${sha}^{commit}`]));
  if (!shown) return { date: null, parents: [] };
  const [date = null, parents = '', subject] = shown.split('\n');
  return {
    date,
    parents: parents.split(' ').filter(Boolean),
    ...(subject ? { subject: subject.slice(0, 200) } : {}),
  };
}

/** Null where git is absent, this is no checkout, or the command fails. */
async function git(folder: string, args: string[]): Promise<string | null> {
  const { stdout, failed } = await execa('git', args, { cwd: folder, reject: false, stdin: 'ignore' });
  return failed ? null : stdout;
}
