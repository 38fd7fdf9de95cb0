import path from 'node:path';
import type { Git } from '../../platform/git/git.ts';
import { type Written, writtenPaths } from '../../platform/git/written-paths.ts';
import type { Project } from '../../platform/project.ts';

/** Where a project keeps what is played, and what it is played on. */
export type Played = Written &
  Pick<Project, 'suites' | 'recordings' | 'webRoots'> & {
    /** A server of the project: its program may lie anywhere. */
    ownServer: boolean;
    /** The folder of a run that is judged in place of `results/`. */
    out: string | null;
  };

/** What can change how a replay ends: the harness, what it plays and the packages it plays with. */
const usualPaths = ['harness', 'tasks', 'transcripts', 'package.json', 'package-lock.json'];

/**
 * Those, and where else the project has them by its configuration; relative to it. Of a server of the project: all of the
 * checkout but what runs write, and documents at its root.
 */
export function playedPaths(played: Played): string[] {
  const { root, suites, recordings, webRoots, ownServer } = played;
  if (ownServer) return [':/', ...leftOut(played), ':(top,exclude,glob)*.md'];
  const own = [...suites, ...recordings, ...webRoots]
    .map((folder) => path.relative(root, folder))
    .filter((folder) => folder !== '' && !folder.startsWith('..') && !folder.startsWith('node_modules'));
  return [...new Set([...usualPaths, ...own, ':(glob)contract-bench.config.*'])];
}

export function leftOut(played: Played): string[] {
  return writtenPaths(played, played.out === null ? [] : [played.out]);
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
