import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { commitAll, gitAs } from '../../testing/remotes/git-as.ts';
import { isLong } from '../../testing/sized.ts';
import { projectAt } from '../project.ts';
import { readCheckout } from './checkout.ts';
import { commitsHere } from './commits-here.ts';
import { gitIn } from './git.ts';

test('a folder without git is told from one that git does not know', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = await folderOf();
  expect(await readCheckout(projectAt(folder), null, {})).toMatchObject({
    sha: null,
    why: 'no git checkout',
  });
  expect(await readCheckout(projectAt(folder), null, { GITHUB_SHA: 'abcdef0' })).toMatchObject({
    sha: 'abcdef0',
  });
  vi.stubEnv('PATH', '/nowhere');
  expect(await readCheckout(projectAt(folder), null, {})).toMatchObject({ why: 'git is not installed' });
});

/** A repository of one project; `put` writes a file and says whether the tree then counts as changed. */
async function checkoutOf(files: Record<string, string>) {
  const folder = await folderOf(files);
  await gitAs(folder, 'init', '--quiet');
  const sha = await commitAll(folder, 'feat: a server');
  const project = { ...projectAt(folder), results: path.join(folder, 'bench/rows') };
  const isDirty = async () => (await readCheckout(project, null, {})).dirty;
  const put = async (file: string, text = file) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
    return isDirty();
  };
  return { folder, sha, project, isDirty, put };
}

test('what runs write, wherever the project has it, makes no other tree', async () => {
  const { put } = await checkoutOf({ 'server.js': '' });
  expect(await put('bench/rows/one.json')).toBe(false);
  expect(await put('dist/index.html')).toBe(false);
  expect(await put('bench/server.js')).toBe(true);
});

if (isLong) {
  test('a changed tree counts as changed also where git is set to overlook it', async () => {
    const page = 'tasks/web/a.test/index.html';
    const { folder, put, isDirty } = await checkoutOf({
      [page]: 'one',
      'server.js': '',
      '.gitignore': '*.log\n',
    });
    const restore = () => gitAs(folder, 'checkout', '--quiet', '--force', '.');
    await gitAs(folder, 'config', 'status.showUntrackedFiles', 'no');
    expect(await put('new.js')).toBe(true);
    await rm(path.join(folder, 'new.js'));
    for (const flag of ['assume-unchanged', 'skip-worktree']) {
      await gitAs(folder, 'update-index', `--${flag}`, page, 'server.js');
      expect(await isDirty()).toBe(false);
      expect(await put(page, 'two')).toBe(true);
      await gitAs(folder, 'update-index', `--no-${flag}`, page, 'server.js');
      await restore();
    }
    // A sparse checkout leaves files out.
    await gitAs(folder, 'update-index', '--skip-worktree', 'server.js');
    await rm(path.join(folder, 'server.js'));
    expect(await isDirty()).toBe(false);
    expect(await put('debug.log')).toBe(false);
    // Served, and in no commit.
    expect(await put('tasks/web/a.test/notes.log')).toBe(true);
  });
}

test('the commit is HEAD, not that of the event; another one that is named is of another tree', async () => {
  const { folder, sha, project, put } = await checkoutOf({ 'server.js': '' });
  await put('server.js');
  const head = await commitAll(folder, 'fix: the server');
  expect(await readCheckout(project, null, { GITHUB_SHA: sha })).toMatchObject({ sha: head, dirty: false });
  expect(await readCheckout(project, head.slice(0, 10), {})).toMatchObject({ dirty: false });
  expect(await readCheckout(project, sha, {})).toMatchObject({ sha, dirty: true });
  await put('bench/rows/one.json');
  const rows = await commitAll(folder, 'chore: results');
  expect(await readCheckout(project, head, { GITHUB_SHA: rows })).toMatchObject({ sha: head, dirty: false });
});

test('a checkout that git refuses is of no commit, and says how it is allowed', async () => {
  const { folder, project, sha } = await checkoutOf({ 'server.js': '' });
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  const why = expect.stringContaining(`git config --global --add safe.directory '${folder}`);
  expect(await readCheckout(project, null, { GITHUB_SHA: sha })).toMatchObject({ sha: null, why });
  await expect(readCheckout(project, sha, {})).rejects.toThrow('belongs to another user');
});

if (isLong) {
  test('a commit that was amended is none of the repository, unless a tag keeps it', async () => {
    const { folder, sha } = await checkoutOf({ 'server.js': '' });
    const known = async () => [...((await commitsHere(gitIn(folder), [sha], []))?.commits.keys() ?? [])];
    expect(await known()).toEqual([sha]);
    await gitAs(folder, 'commit', '--quiet', '--amend', '--message', 'feat: a server, better said');
    expect(await known()).toEqual([]);
    await gitAs(folder, 'tag', 'kept', sha);
    expect(await known()).toEqual([sha]);
  });
}
