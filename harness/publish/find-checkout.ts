import { UserError } from '../errors/user-error.ts';
import { type Git, gitIn } from '../git/git.ts';
import { type BlobIds, ownResults, resultsIn } from './own-results.ts';

/** What a checkout has to publish, and what its HEAD has of it. */
export type Own = {
  /** The top folder of the checkout. */
  top: string;
  /** From there to the folder that holds `results/`; empty or with a slash at its end. */
  prefix: string;
  files: BlobIds;
  /** Empty before the first commit. */
  atHead: BlobIds;
};

/** Throws `UserError` for no checkout, an unknown remote and a name that no branch can have. */
export async function findCheckout({
  folder,
  branch,
  remote,
}: {
  folder: string;
  branch: string;
  remote: string;
}): Promise<{ git: Git; own: Own }> {
  const git = gitIn(folder);
  const found = await git.attempt(['rev-parse', '--show-toplevel', '--show-object-format', '--show-prefix']);
  if (!found.ok) throw new UserError(`publish: ${folder} is no git checkout; results are published from one`);
  const [top = '', hash = '', prefix = ''] = found.stdout.split('\n');
  const remotes = (await git.run(['remote'])).split('\n').filter(Boolean);
  // Whatever else git takes for one: a URL or a path.
  if (!remotes.includes(remote) && !/^(?!-).*[/:]/.test(remote))
    throw new UserError(`--remote: unknown remote "${remote}"; there is ${remotes.join(', ') || 'none'}`);
  if (!(await git.attempt(['check-ref-format', `refs/heads/${branch}`])).ok)
    throw new UserError(`--branch: found "${branch}"; allowed is what git takes for the name of a branch`);
  const hasHead = (await git.attempt(['rev-parse', '--verify', '--quiet', 'HEAD'])).ok;
  const own: Own = {
    top,
    prefix,
    files: ownResults(top, prefix, hash),
    atHead: hasHead ? await resultsIn(git, 'HEAD', prefix) : new Map(),
  };
  return { git, own };
}
