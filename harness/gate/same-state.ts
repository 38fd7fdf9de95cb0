import type { Git } from '../git/git.ts';

/** What can change how a replay ends: the harness, what it plays and the packages it plays with. */
export const playedPaths = ['harness', 'tasks', 'transcripts', 'package.json', 'package-lock.json'] as const;

/**
 * The commits of `names` at which the same would be played as at `ref`: `ref` itself and commits before it since the
 * last change of what is played, so that a change of a README or of results needs no new run.
 */
export async function commitsOfSameState(
  git: Git,
  ref: string,
  names: ReadonlySet<string>,
): Promise<string[]> {
  const changed = await git.ask('log', '-1', '--format=%H', ref, '--', ...playedPaths);
  const later = await git.ask('rev-list', ref, ...(changed ? [`^${changed}`] : []));
  const commits = [...(later ?? '').split('\n'), changed ?? ''].filter((sha) => names.has(sha));
  const same: string[] = [];
  for (const sha of commits) {
    // A merge may have brought in commits of another state.
    if ((await git.ask('diff', '--quiet', sha, ref, '--', ...playedPaths)) !== null) same.push(sha);
  }
  return same;
}
