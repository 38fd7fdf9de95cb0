import { realpathSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { type Git, gitIn } from '../../platform/git/git.ts';
import { type BlobIds, ownResults, resultsIn } from './own-results.ts';

/** What a checkout has to publish, and what its HEAD has of it. */
export type Own = {
  /** The top folder of the checkout. */
  top: string;
  /** From there to the folder of results, with slashes and none at its end. */
  place: string;
  files: BlobIds;
  /** Empty before the first commit. */
  atHead: BlobIds;
};

/** Throws `UserError` for no checkout, results outside of it, an unknown remote and a name that no branch can have. */
export async function findCheckout({
  folder,
  results = path.join(folder, 'results'),
  branch,
  remote,
}: {
  folder: string;
  results?: string;
  branch: string;
  remote: string;
}): Promise<{ git: Git; own: Own }> {
  const git = gitIn(folder);
  const found = await git.attempt(['rev-parse', '--show-toplevel', '--show-object-format']);
  if (!found.ok) throw new UserError(`publish: ${folder} is no git checkout; results are published from one`);
  const [top = '', hash = ''] = found.stdout.split('\n');
  const place = placeIn(top, results);
  const remotes = (await git.run(['remote'])).split('\n').filter(Boolean);
  // Whatever else git takes for one: a URL or a path.
  if (!remotes.includes(remote) && !/^(?!-).*[/:]/.test(remote))
    throw new UserError(`--remote: unknown remote "${remote}"; there is ${remotes.join(', ') || 'none'}`);
  if (!(await git.attempt(['check-ref-format', `refs/heads/${branch}`])).ok)
    throw new UserError(`--branch: found "${branch}"; allowed is what git takes for the name of a branch`);
  const hasHead = (await git.attempt(['rev-parse', '--verify', '--quiet', 'HEAD'])).ok;
  const own: Own = {
    top,
    place,
    files: ownResults(top, place, hash),
    atHead: hasHead ? await resultsIn(git, 'HEAD', place) : new Map(),
  };
  return { git, own };
}

/** The folder need not be there yet; git says where the top of the checkout really is. */
function placeIn(top: string, results: string): string {
  const above = path.dirname(results);
  const real = path.join(realpathSync(above), path.basename(results));
  const place = path.relative(realpathSync(top), real).split(path.sep).join('/');
  if (place === '' || place.startsWith('..'))
    throw new UserError(
      `publish: ${results} is not below ${top}; results are published from a folder of the checkout`,
    );
  return place;
}
