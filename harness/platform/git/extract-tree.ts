import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Git } from './git.ts';

/**
 * Writes some paths of a commit, relative to the folder of `git`, into a folder of its own for as long as `use` takes.
 * The checkout and its index stay as they are.
 */
export async function extractTree<T>(
  git: Git,
  sha: string,
  paths: readonly string[],
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-bench-tree-'));
  try {
    const env = { GIT_INDEX_FILE: path.join(folder, 'index') };
    await git.run(['read-tree', sha], { env });
    const input = await git.run(['ls-files', '-z', '--', ...paths], { env, whole: true });
    const into = path.join(folder, 'tree');
    await git.run(['checkout-index', '-z', '--stdin', `--prefix=${into}/`], { env, input });
    const below = await git.run(['rev-parse', '--show-prefix']);
    return await use(path.join(into, below));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
