import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { asCommitted } from '../../platform/files/as-written.ts';
import { type Git, gitIn } from '../../platform/git/git.ts';

/** A checkout's results to publish, and the results in its HEAD. */
export type Own = {
  /** The top folder of the checkout. */
  top: string;
  /** From there to the folder of results, with slashes, without a final slash. */
  place: string;
  files: BlobIds;
  /** Empty before the first commit. */
  atHead: BlobIds;
};

/** Throws `UserError` outside a git repository, and for results outside it, an unknown remote and an invalid branch name. */
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
  if (!found.ok) throw new UserError(`publish: not a git repository: ${folder}`);
  const [top = '', hash = ''] = found.stdout.split('\n');
  const place = placeIn(top, results);
  const remotes = (await git.run(['remote'])).split('\n').filter(Boolean);
  // Other forms that git accepts as a remote: a URL or a path.
  if (!remotes.includes(remote) && !/^(?!-).*[/:]/.test(remote))
    throw new UserError(
      `--remote: got "${remote}"; expected a URL, a path or one of the remotes: ${remotes.join(', ') || 'none'}`,
    );
  if (!(await git.attempt(['check-ref-format', `refs/heads/${branch}`])).ok)
    throw new UserError(`--branch: got "${branch}"; expected a valid branch name`);
  const hasHead = (await git.attempt(['rev-parse', '--verify', '--quiet', 'HEAD'])).ok;
  const own: Own = {
    top,
    place,
    files: ownResults(top, place, hash),
    atHead: hasHead ? await resultsIn(git, 'HEAD', place) : new Map(),
  };
  return { git, own };
}

/** The folder may not exist yet; git reports the real top folder of the checkout. */
function placeIn(top: string, results: string): string {
  const above = path.dirname(results);
  const real = path.join(realpathSync(above), path.basename(results));
  const place = path.relative(realpathSync(top), real).split(path.sep).join('/');
  if (place === '' || place.startsWith('..'))
    throw new UserError(`publish: got the results ${results}; expected a folder below ${top}`);
  return place;
}

/** Git's id of a file's content, by its path in the repository. */
export type BlobIds = ReadonlyMap<string, string>;

/** The publishable files of a results folder. A dotted name is a lock or a partly written file. */
const publishable = /^[A-Za-z0-9_-][A-Za-z0-9._@+-]*\.(json|jsonl?\.gz|webp)$/;

/** The records in the folder `place` of a checkout, from the working tree. */
function ownResults(top: string, place: string, hash: string): BlobIds {
  const found = new Map<string, string>();
  const walk = (folder: string) => {
    for (const entry of entriesOf(path.join(top, folder))) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !entry.name.startsWith('.')) walk(name);
      else if (entry.isFile() && publishable.test(entry.name))
        found.set(name, blobId(asCommitted(readFileSync(path.join(top, name))), hash));
    }
  };
  walk(place);
  return found;
}

/** The records of a commit; empty if it has no such folder. */
export async function resultsIn(git: Git, commit: string, place: string): Promise<BlobIds> {
  const listed = await git.run(['ls-tree', '-r', '-z', '--full-tree', commit, '--', `${place}/`]);
  const lines = listed.split('\0').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const tab = line.indexOf('\t');
      return [line.slice(tab + 1), line.slice(0, tab).split(' ')[2] ?? ''] as const;
    }),
  );
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function blobId(content: Buffer, hash: string): string {
  return createHash(hash).update(`blob ${content.length}\0`).update(content).digest('hex');
}
