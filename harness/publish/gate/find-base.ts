import * as z from 'zod';
import { UserError } from '../../platform/errors/user-error.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { commitOf, type Git } from '../../platform/git/git.ts';

export type Base = { sha: string; name: string };

/**
 * The commit that a gate compares with: `asked`, else `origin/$GITHUB_BASE_REF`, else the commit that an entry of a merge
 * queue stands on, else the parent of HEAD. What a clone does not have is fetched, by one commit where it is shallow. Throws `UserError` where there is none.
 */
export async function findBase(git: Git, asked: string | null, env: NodeJS.ProcessEnv): Promise<Base> {
  const ofEvent = env.GITHUB_BASE_REF ? `origin/${env.GITHUB_BASE_REF}` : ofMergeQueue(env);
  const name = asked ?? ofEvent;
  if ((await commitOf(git, 'HEAD')) === null)
    throw new UserError('gate: there is no commit here; a gate compares with a base (or say --no-base)');
  if (name === null || /^HEAD(\^|~1?)$/.test(name)) return parentOfHead(git);
  const sha = (await commitOf(git, name)) ?? (await fetchNamed(git, name));
  if (sha !== null) return { sha, name };
  const from = asked !== null ? '--base' : env.GITHUB_BASE_REF ? 'GITHUB_BASE_REF' : 'merge_group.base_sha';
  throw new UserError(
    `${from}: no commit "${name}" here, and it could not be fetched; allowed are a branch, a tag or a commit (fetch it first, or say --no-base)`,
  );
}

/** The parent of HEAD is a commit of the entry itself, where the queue puts more than one on its base. */
function ofMergeQueue({
  GITHUB_EVENT_NAME: event,
  GITHUB_EVENT_PATH: file,
}: NodeJS.ProcessEnv): string | null {
  if (event !== 'merge_group' || !file) return null;
  return readJson(file, MergeGroup).merge_group.base_sha;
}

const MergeGroup = z.looseObject({ merge_group: z.looseObject({ base_sha: z.string() }) });

async function parentOfHead(git: Git): Promise<Base> {
  // The commit as it is stored: of a shallow clone's last one `HEAD^` says that it has no parent.
  const stored = (await git.ask('cat-file', 'commit', 'HEAD')) ?? '';
  const parent = /^parent ([0-9a-f]+)$/m.exec(stored.split('\n\n')[0] ?? '')?.[1];
  if (parent === undefined)
    throw new UserError('gate: HEAD has no parent to compare with; name a base with --base (or --no-base)');
  const sha = (await commitOf(git, parent)) ?? (await fetchCommit(git, parent));
  if (sha !== null) return { sha, name: 'the parent commit' };
  throw new UserError(
    `gate: the parent commit ${parent} is not here, and it could not be fetched; clone with a depth of at least 2, or name a base with --base (or --no-base)`,
  );
}

/**
 * The commit where HEAD left the base; null where that is not known, as in a shallow clone whose beginnings come after it:
 * the commits that they hide may have a later one.
 */
export async function forkOf(git: Git, base: string): Promise<string | null> {
  const fork = await git.ask('merge-base', 'HEAD', base);
  if (fork === null || (await git.ask('rev-parse', '--is-shallow-repository')) !== 'true') return fork;
  const beginnings = await git.ask('rev-list', '--max-parents=0', 'HEAD', base, '--not', fork);
  return beginnings === '' ? fork : null;
}

async function fetchNamed(git: Git, name: string): Promise<string | null> {
  if (/^[0-9a-f]{40}$/.test(name)) return fetchCommit(git, name);
  const remotes = await remotesOf(git);
  const named = remotes.find((remote) => name.startsWith(`${remote}/`));
  const remote = named ?? remotes[0];
  if (remote === undefined || name.startsWith('-')) return null;
  const branch = named ? name.slice(named.length + 1) : name;
  const tracked = `refs/remotes/${remote}/${branch}`;
  await git.ask(
    'fetch',
    '--quiet',
    '--no-tags',
    ...(await shallow(git)),
    remote,
    `+refs/heads/${branch}:${tracked}`,
  );
  return commitOf(git, tracked);
}

async function fetchCommit(git: Git, sha: string): Promise<string | null> {
  const [remote] = await remotesOf(git);
  if (remote === undefined) return null;
  const fetched = await git.ask('fetch', '--quiet', '--no-tags', ...(await shallow(git)), remote, sha);
  // A server may refuse a commit that no branch ends at; one more of what the clone has is always given.
  if (fetched === null) await git.ask('fetch', '--quiet', '--no-tags', '--deepen=1', remote);
  return commitOf(git, sha);
}

/** `origin` first. */
async function remotesOf(git: Git): Promise<string[]> {
  const names = ((await git.ask('remote')) ?? '').split('\n').filter(Boolean);
  return [...names.filter((name) => name === 'origin'), ...names.filter((name) => name !== 'origin')];
}

async function shallow(git: Git): Promise<string[]> {
  return (await git.ask('rev-parse', '--is-shallow-repository')) === 'true' ? ['--depth=1'] : [];
}
