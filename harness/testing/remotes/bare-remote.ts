import { createHash } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import type { ResultsFile } from '../../results/records/result.ts';
import { resultsText } from '../../results/records/results-text.ts';
import { folderOf } from '../folder-of.ts';

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

const who = 'test <test@example.com> 1767225600 +0000';

/** Commits that each bare remote has in a tag, for results to be of: an empty tree, and nothing before it. */
export const measured = Array.from({ length: 13 }, (_, index) => {
  const text = `tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\nauthor ${who}\ncommitter ${who}\n\ntest: ${index}`;
  return createHash('sha1').update(`commit ${text.length}\0${text}`).digest('hex');
});

/** A bare repository whose branch `main` has a README.md and these files; it keeps a reflog. */
export async function bareRemote(files: Record<string, string> = {}): Promise<BareRemote> {
  const folder = path.join(await folderOf(), 'remote.git');
  await git('/', 'init', '--quiet', '--bare', '--initial-branch=main', folder);
  await execa('git', ['fast-import', '--quiet'], {
    cwd: folder,
    extendEnv: false,
    env: gitEnv,
    // A second commit, so that a clone of depth 1 is shallow.
    input: [
      ...measured.map((_, index) => commitOf(`test: ${index}`, {}, `refs/tags/measured-${index}`)),
      commitOf('test: one', { 'README.md': 'one\n', ...files }),
      commitOf('test: two', {}),
    ].join(''),
  });
  // Not before: its tests count the updates that come.
  await appendFile(path.join(folder, 'config'), '[core]\n\tlogAllRefUpdates = always\n');
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

/** A commit as `git fast-import` reads it. */
function commitOf(message: string, files: Record<string, string>, ref = 'refs/heads/main'): string {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const written = Object.entries(files).map(([name, text]) => `M 100644 inline ${name}\n${data(text)}`);
  return `commit ${ref}\ncommitter ${who}\n${data(message)}${written.join('')}\n`;
}

export async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await execa('git', args, { cwd: folder, extendEnv: false, env: gitEnv });
  return stdout;
}

export function resultsFileText(sha: string, runs: ResultsFile['runs']): string {
  const commit = { date: '2026-01-01T00:00:00Z', parents: [] };
  return resultsText({ schema: 'contract-bench.results.v2', sha, commit, runs });
}
