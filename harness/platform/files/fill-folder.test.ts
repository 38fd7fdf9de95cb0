import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { fillFolder } from './fill-folder.ts';

const filled = (text: string) => (part: string) => writeFile(path.join(part, 'b.txt'), text);

test('a filled folder replaces the one before it, and nothing is left beside it', async () => {
  const root = await folderOf({ 'program/a.txt': 'old' });
  const folder = path.join(root, 'program');
  await fillFolder(folder, async (part) => {
    // The program in the old folder runs on meanwhile.
    expect(await readFile(path.join(folder, 'a.txt'), 'utf8')).toBe('old');
    await filled('new')(part);
  });
  expect([await readdir(root), await readdir(folder)]).toEqual([['program'], ['b.txt']]);
  await fillFolder(path.join(root, 'other'), filled('first'));
  expect((await readdir(root)).sort()).toEqual(['other', 'program']);
});

test('the old folder stays if the new one cannot be filled', async () => {
  const root = await folderOf({ 'program/a.txt': 'old' });
  const fill = fillFolder(path.join(root, 'program'), () => Promise.reject(new Error('no network')));
  await expect(fill).rejects.toThrow('no network');
  expect([await readdir(root), await readdir(path.join(root, 'program'))]).toEqual([['program'], ['a.txt']]);
});
