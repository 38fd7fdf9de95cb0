import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { commitAll, gitAs } from '../../testing/remotes/git-as.ts';
import { projectAt } from '../project.ts';
import { readCheckout } from './checkout.ts';

test('a folder without git is told from one that git does not know', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = await folderOf();
  expect(await readCheckout(projectAt(folder), null, {})).toEqual({
    sha: null,
    commit: expect.anything(),
    dirty: false,
  });
  vi.stubEnv('PATH', '/nowhere');
  expect(await readCheckout(projectAt(folder), null, {})).toMatchObject({ sha: null, noGit: true });
});

test('what runs write, wherever the project has it, makes no other tree', async () => {
  const folder = await folderOf({ 'server.js': '' });
  await gitAs(folder, 'init', '--quiet');
  await commitAll(folder, 'feat: a server');
  const project = { ...projectAt(folder), results: path.join(folder, 'bench/rows') };
  const put = async (file: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), file);
    return (await readCheckout(project, null, {})).dirty;
  };
  expect(await put('bench/rows/one.json')).toBe(false);
  expect(await put('dist/index.html')).toBe(false);
  expect(await put('bench/server.js')).toBe(true);
});
