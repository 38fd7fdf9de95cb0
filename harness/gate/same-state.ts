import path from 'node:path';
import type { Git } from '../git/git.ts';
import type { Project } from '../project/project.ts';

/** Where a project keeps what is played. */
export type Played = Pick<Project, 'root' | 'suites' | 'recordings' | 'webRoots' | 'results'>;

/** What can change how a replay ends: the harness, what it plays and the packages it plays with. */
const usualPaths = ['harness', 'tasks', 'transcripts', 'package.json', 'package-lock.json'];

/** Those, and where else the project has them by its configuration; relative to it. */
export function playedPaths({ root, suites, recordings, webRoots }: Played): string[] {
  const own = [...suites, ...recordings, ...webRoots]
    .map((folder) => path.relative(root, folder))
    .filter((folder) => folder !== '' && !folder.startsWith('..') && !folder.startsWith('node_modules'));
  return [...new Set([...usualPaths, ...own, ':(glob)contract-bench.config.*'])];
}

/**
 * The commits of `names` at which the same would be played as at `ref`: `ref` itself and commits before it since the
 * last change of what is played, so that a change of a README or of results needs no new run.
 */
export async function commitsOfSameState(
  git: Git,
  project: Played,
  ref: string,
  names: ReadonlySet<string>,
): Promise<string[]> {
  const paths = playedPaths(project);
  const changed = await git.ask('log', '-1', '--format=%H', ref, '--', ...paths);
  const later = await git.ask('rev-list', ref, ...(changed ? [`^${changed}`] : []));
  const commits = [...(later ?? '').split('\n'), changed ?? ''].filter((sha) => names.has(sha));
  const same: string[] = [];
  for (const sha of commits) {
    // A merge may have brought in commits of another state.
    if ((await git.ask('diff', '--quiet', sha, ref, '--', ...paths)) !== null) same.push(sha);
  }
  return same;
}
