import type { Git } from '../../platform/git/git.ts';

/** Where to publish. What is fetched and written stands under `refs`, which no other process uses. */
export type Target = { remote: string; branch: string; refs: string };

/** Why a try came to nothing; `final` where another one would end the same. */
type Refusal = { why: string; final: boolean };

/** Fetches the branch; `tip` names its newest commit, null where there is no such branch. */
export async function fetchTip(
  git: Git,
  { remote, branch, refs }: Target,
): Promise<{ tip: string | null } | Refusal> {
  const tip = `${refs}/tip`;
  // The refs and FETCH_HEAD of the checkout stay as they are, so that several processes may share it.
  const quietly = ['--quiet', '--no-tags', '--no-write-fetch-head', '--refmap='];
  const fetched = await git.attempt(['fetch', ...quietly, remote, `+refs/heads/${branch}:${tip}`]);
  if (fetched.ok) return { tip };
  if (/couldn't find remote ref/i.test(fetched.stderr)) return { tip: null };
  return { why: lastLine(fetched.stderr), final: unreachable.test(fetched.stderr) };
}

/** Null where the branch has moved to the commit. */
export async function push(git: Git, { remote, branch }: Target, commit: string): Promise<Refusal | null> {
  const pushed = await git.attempt(['push', '--porcelain', remote, `${commit}:refs/heads/${branch}`]);
  if (pushed.ok) return null;
  const refused = pushed.stdout.split('\n').find((line) => line.startsWith('!'));
  if (refused?.includes('[rejected]') || /cannot lock ref|failed to update ref/.test(refused ?? ''))
    return { why: `${remote}/${branch} has moved`, final: false };
  const why = refused?.split('\t').at(-1) ?? lastLine(pushed.stderr);
  return { why, final: forbidden.test(why) || unreachable.test(pushed.stderr) };
}

/** Removes what the tries have left in the checkout. */
export async function removeRefs(git: Git, { refs }: Target): Promise<void> {
  const { stdout } = await git.attempt(['for-each-ref', '--format=delete %(refname)', `${refs}/`]);
  if (stdout !== '') await git.attempt(['update-ref', '--stdin'], { input: `${stdout}\n` });
}

const unreachable =
  /not appear to be a git repository|repository .*not found|authentication failed|permission denied|could not read username|could not resolve host/i;

const forbidden = /declined|protected|denied|prohibited|not allowed/i;

function lastLine(text: string): string {
  const lines = text.trim().split('\n');
  return lines.find((line) => line.startsWith('fatal:')) ?? lines.at(-1) ?? '';
}
