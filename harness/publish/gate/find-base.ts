import * as z from 'zod';
import { UserError } from '../../platform/errors/user-error.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { commitOf, type Git } from '../../platform/git/git.ts';

export type Base = { sha: string; name: string };

/**
 * The commit that a gate compares with: `asked`, else `origin/$GITHUB_BASE_REF`, else the base of a merge queue's entry, else
 * the parent of HEAD. A missing commit is fetched (in a shallow clone, only that commit). Throws `UserError` if none is found.
 */
export async function findBase(git: Git, asked: string | null, env: NodeJS.ProcessEnv): Promise<Base> {
  const ofEvent = env.GITHUB_BASE_REF ? `origin/${env.GITHUB_BASE_REF}` : ofMergeQueue(env);
  const name = asked ?? ofEvent;
  if ((await commitOf(git, 'HEAD')) === null)
    throw new UserError(
      'gate: this repository has no commit to compare with; commit first, or use --no-base',
    );
  if (name === null || /^HEAD(\^|~1?)$/.test(name)) return parentOfHead(git);
  const sha = (await commitOf(git, name)) ?? (await fetchNamed(git, name));
  if (sha !== null) return { sha, name };
  const from = asked !== null ? '--base' : env.GITHUB_BASE_REF ? 'GITHUB_BASE_REF' : 'merge_group.base_sha';
  throw new UserError(
    `${from}: got "${name}", which is not here and could not be fetched; expected a branch, a tag or a commit (fetch it first, or use --no-base)`,
  );
}

/** The parent of HEAD can be a commit of the entry itself, if the queue puts several commits on its base. */
function ofMergeQueue({
  GITHUB_EVENT_NAME: event,
  GITHUB_EVENT_PATH: file,
}: NodeJS.ProcessEnv): string | null {
  if (event !== 'merge_group' || !file) return null;
  return readJson(file, MergeGroup).merge_group.base_sha;
}

const MergeGroup = z.looseObject({ merge_group: z.looseObject({ base_sha: z.string() }) });

async function parentOfHead(git: Git): Promise<Base> {
  // The stored commit: in a shallow clone, `HEAD^` reports that its last commit has no parent.
  const stored = (await git.ask('cat-file', 'commit', 'HEAD')) ?? '';
  const parent = /^parent ([0-9a-f]+)$/m.exec(stored.split('\n\n')[0] ?? '')?.[1];
  if (parent === undefined)
    throw new UserError(
      'gate: HEAD has no parent to compare with; choose a base with --base (or use --no-base)',
    );
  const sha = (await commitOf(git, parent)) ?? (await fetchCommit(git, parent));
  if (sha !== null) return { sha, name: 'the parent commit' };
  throw new UserError(
    `gate: the parent commit ${parent} is not here and could not be fetched; clone with a depth of at least 2, or choose a base with --base (or use --no-base)`,
  );
}

/**
 * The commit where HEAD left the base. Null if unknown, as in a shallow clone that begins after it: its hidden commits may
 * contain a later one.
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
  // A server may refuse a commit that is not the tip of a branch, but always gives one commit more of the clone's history.
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
