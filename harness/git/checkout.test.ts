import { expect, onTestFinished, test, vi } from 'vitest';
import { folderOf } from '../testing/folder-of.ts';
import { readCheckout } from './checkout.ts';

test('a folder without git is told from one that git does not know', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = await folderOf();
  expect(await readCheckout(folder, null, {})).toEqual({
    sha: null,
    commit: expect.anything(),
    dirty: false,
  });
  vi.stubEnv('PATH', '/nowhere');
  expect(await readCheckout(folder, null, {})).toMatchObject({ sha: null, noGit: true });
});
