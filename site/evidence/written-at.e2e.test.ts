import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitIn } from '../../harness/platform/git/git.ts';
import { folderOf } from '../../harness/testing/folder-of.ts';
import { writtenAt } from './written-at.ts';

const doc = (first: string, second: string) =>
  `# Doc\n\n<!-- one: x -->\n${first}\n<!-- /one -->\n\n<!-- two: x -->\n${second}\n<!-- /two -->\n`;

test('a table is of the commit that last changed it, not of the last one of its document', async () => {
  const root = await folderOf({ 'doc.md': doc('a', 'b') });
  const file = path.join(root, 'doc.md');
  const git = gitIn(root);
  const commit = async (name: string, text: string) => {
    writeFileSync(path.join(root, name), text);
    await git.run(['add', '--all']);
    const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
    await git.run([...who, 'commit', '--quiet', '--no-gpg-sign', '--message', name]);
    return git.run(['rev-parse', 'HEAD']);
  };
  const at = (name: string) => writtenAt(root, { file, name, paths: ['judge.ts'] });
  expect(await at('one')).toBeNull();
  await git.run(['init', '--quiet']);
  await commit('other.ts', '');
  const first = await commit('doc.md', doc('a', 'c'));
  const second = await commit('doc.md', doc('d', 'c'));
  await commit('other.ts', '1');
  await commit('judge.ts', '1');
  expect(await at('one')).toMatchObject({ sha: second, since: 1 });
  expect(await at('two')).toMatchObject({ sha: first, since: 1, date: expect.stringMatching(/^\d{4}-/) });
  expect(await at('three')).toBeNull();
  writeFileSync(file, doc('e', 'c'));
  expect(await at('one')).toBeNull();
});
