import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { findSiteTools, openBuildFolder, replaceFolder, whileBuilding } from './start-site.ts';

test('a folder that another process builds into is rejected with its number, one of a dead process is not', async () => {
  const out = path.join(await folderOf({}), 'dist');
  await whileBuilding(out, async () => {
    await expect(whileBuilding(out, async () => 'second')).rejects.toThrow(
      `${out}: process ${process.pid} is building into this folder; wait for it, or choose another folder with --out`,
    );
    expect(await whileBuilding(`${out}-2`, async () => 'beside')).toBe('beside');
  });
  await expect(whileBuilding(out, () => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
  expect(await whileBuilding(out, async () => 'again')).toBe('again');
});

test('a folder with other files is never replaced, one of an earlier build is', async () => {
  const full = await folderOf({ 'thesis.txt': 'x' });
  await expect(whileBuilding(full, async () => 1)).rejects.toThrow(
    /--out: .* which holds other files than a site \(thesis\.txt\)/,
  );
  const built = await folderOf({ 'index.html': '', 'theme.js': '' });
  expect(await whileBuilding(built, async () => 1)).toBe(1);
  await expect(whileBuilding(path.join(full, 'thesis.txt'), async () => 1)).rejects.toThrow('got a file');
});

test('the old content is removed, except .git, and the pages are counted', async () => {
  const to = await folderOf({ 'old.html': 'x', '.git': 'gitdir: elsewhere' });
  const from = await folderOf({ 'index.html': 'x', 'runs/index.html': 'x', 'theme.js': 'x' });
  expect(replaceFolder(from, to)).toBe(2);
  expect((await readdir(to)).sort()).toEqual(['.git', 'index.html', 'runs', 'theme.js']);
});

test('the folder of a build is removed at its end, and the folder of a killed one by the next', async () => {
  const cache = await folderOf({});
  const packages = await folderOf({ 'one/package.json': '{}' });
  await mkdir(path.join(cache, 'site-999999999-x'));
  await writeFile(path.join(cache, 'preview-1.png'), 'kept');
  let place = '';
  {
    using folder = openBuildFolder(cache, packages);
    place = folder.path;
    expect(await readFile(path.join(place, 'node_modules/one/package.json'), 'utf8')).toBe('{}');
  }
  expect([existsSync(place), await readdir(cache)]).toEqual([false, ['preview-1.png']]);
  expect(existsSync(path.join(packages, 'one/package.json'))).toBe(true);
});

test('the tools of the site are found in the nearest folder of packages that has them', async () => {
  const root = await folderOf({
    'a/package.json': '{}',
    'a/node_modules/zod/package.json': '{}',
    'node_modules/astro/package.json': '{}',
  });
  expect(findSiteTools(path.join(root, 'a'))).toBe(path.join(root, 'node_modules'));
});
