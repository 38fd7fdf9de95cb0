import path from 'node:path';
import { execa } from 'execa';
import type { ResultsFile } from '../result/result.ts';
import { resultsText } from '../result/store.ts';
import { folderOf } from './folder-of.ts';

const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];

/** Git with no settings but its own, so that no identity is configured. */
export const gitEnv = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

export type BareRemote = {
  folder: string;
  git(...args: string[]): Promise<string>;
  clone(options?: { depth?: number }): Promise<string>;
  /** A results file on the branch. */
  results(sha: string, branch?: string): Promise<ResultsFile>;
};

/** A bare repository whose branch `main` has a README.md and these files; it keeps a reflog. */
export async function bareRemote(files: Record<string, string> = {}): Promise<BareRemote> {
  const folder = path.join(await folderOf(), 'remote.git');
  const first = await folderOf({ 'README.md': 'one\n', ...files });
  await git(first, 'init', '--quiet', '--initial-branch=main');
  await git(first, 'add', '--all');
  await git(first, ...identity, 'commit', '--quiet', '--message', 'test: one');
  // A second one, so that a clone of depth 1 is shallow.
  await git(first, ...identity, 'commit', '--quiet', '--allow-empty', '--message', 'test: two');
  await git(first, 'clone', '--quiet', '--bare', first, folder);
  await git(folder, 'config', 'core.logAllRefUpdates', 'always');
  return {
    folder,
    git: (...args) => git(folder, ...args),
    clone: async ({ depth } = {}) => {
      const into = path.join(await folderOf(), 'clone');
      const shallow = depth === undefined ? [] : ['--depth', String(depth)];
      await git(folder, 'clone', '--quiet', ...shallow, `file://${folder}`, into);
      return into;
    },
    results: async (sha, branch = 'main') =>
      JSON.parse(await git(folder, 'show', `${branch}:results/${sha}.json`)),
  };
}

export async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await execa('git', args, { cwd: folder, extendEnv: false, env: gitEnv });
  return stdout;
}

export function resultsFileText(sha: string, runs: ResultsFile['runs']): string {
  const commit = { date: '2026-01-01T00:00:00Z', parents: [] };
  return resultsText({ schema: 'contract-bench.results.v1', sha, commit, runs });
}
