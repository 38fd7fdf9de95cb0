import { expect, onTestFinished, test, vi } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('a temporary folder that is not there is the mistake of who named it', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = await folderOf({ file: '' });
  vi.stubEnv('TMPDIR', folder);
  expect([folder, '/tmp']).toContain(temporaryFolder());
  vi.stubEnv('TMPDIR', '/nope');
  expect(temporaryFolder).toThrow('TMPDIR: /nope is not a writable folder; name one that is, or unset it');
});
