import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../platform/digest.ts';
import { filesBelow } from '../../platform/files/files-below.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { littleFiles, wheelName, wheelOf } from '../../testing/wheel-of.ts';
import { zipOf } from '../../testing/zip-of.ts';
import { pagePackages } from '../packages/index.ts';
import { installPages } from './install-pages.ts';
import {
  needsOf,
  packagePages,
  pagesFor,
  pagesSha256,
  readInstall,
  uncheckedLines,
  whyNotHere,
} from './installed-pages.ts';
import { pagesHere } from './pages-here.ts';

const { wanted, wheel } = wheelOf();
const needs = needsOf(wanted);
const packages = [wanted];

/** An empty cache, and the install of a wheel there. */
async function cacheOf() {
  const cache = await folderOf();
  const env = { CONTRACT_BENCH_CACHE: cache };
  const install = (from: string, known = packages) => installPages({ id: 'little', from }, { env }, known);
  return { cache, env, install };
}

async function installed() {
  const made = await cacheOf();
  const { folder } = await made.install(await wheelFile());
  return { ...made, folder, pages: await packagePages(needs, made.env, packages) };
}

const wheelFile = async (content = wheel) => path.join(await folderOf({ [wheelName]: content }), wheelName);

const filesIn = async (folder: string) =>
  (await filesBelow(folder)).map((file) => path.relative(folder, file));

test('a wheel is installed with its licence, and its pages have the digest of the wheel', async () => {
  const { env, install } = await cacheOf();
  expect(await packagePages(needs, env, packages)).toBeNull();
  const { folder, notice, bytes } = await install(await wheelFile());
  expect(await packagePages(needs, env, packages)).toEqual({
    folder: path.join(folder, 'files/little/html'),
    sha256: wanted.sha256,
  });
  expect(notice).toBe(path.join(folder, 'files', wanted.licence.notice));
  expect(bytes).toBe(Object.values(littleFiles()).join('').length);
  expect(await filesIn(folder)).toEqual(
    ['installed.json', ...Object.keys(littleFiles()).map((name) => `files/${name}`)].sort(),
  );
});

test.each<[string, () => Promise<string>]>([
  ['a folder with the wheel', async () => path.dirname(await wheelFile())],
  ['a folder with its files', () => folderOf(littleFiles())],
])('%s is installed like the wheel', async (_, from) => {
  const { env, install } = await cacheOf();
  await install(await from());
  expect(await packagePages(needs, env, packages)).not.toBeNull();
});

const other = () => zipOf(littleFiles({ 'little/html/index.html': 'other' }));
const gone = async () => path.join(await folderOf(), 'gone');

test.each<[string, () => Promise<string>, RegExp]>([
  [
    'another wheel',
    () => wheelFile(other()),
    new RegExp(
      `got a file with the SHA-256 [0-9a-f]{64}; expected ${wanted.sha256}, .*nothing was installed$`,
    ),
  ],
  [
    'a folder with another wheel',
    async () => path.dirname(await wheelFile(other())),
    new RegExp(`\\.whl: got a file with the SHA-256 [0-9a-f]{64}; expected ${wanted.sha256}`),
  ],
  [
    'a folder with other files',
    () => folderOf(littleFiles({ 'little/html/core/core.js': 'core = 2;' })),
    new RegExp(`got files with the digest [0-9a-f]{64}; expected ${wanted.filesSha256}`),
  ],
  [
    'a folder with one file more',
    () => folderOf(littleFiles({ 'little/html/more.html': '' })),
    new RegExp(`got files with the digest [0-9a-f]{64}; expected ${wanted.filesSha256}`),
  ],
  [
    'a folder without the package',
    () => folderOf({ 'a.html': '' }),
    /found neither a wheel of little-pages 1\.2\.0/,
  ],
  ['what is not there', gone, /^--from .*gone: .*it is not there.*; expected a wheel or a folder$/],
])('%s is refused, and nothing is kept', async (_, from, message) => {
  const { cache, install } = await cacheOf();
  await expect(install(await from())).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(message),
  });
  expect(await filesIn(cache)).toEqual([]);
});

test.each(['../out.html', '/out.html', 'a/../../out.html', 'a\\..\\out.html'])(
  'a wheel with the name %s is refused, even if its digest is pinned',
  async (name) => {
    const evil = wheelOf(littleFiles({ [name]: 'out' }));
    const { cache, install } = await cacheOf();
    await expect(install(await wheelFile(evil.wheel), [evil.wanted])).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(/\.whl: cannot be unpacked: .*; expected a wheel whose files stay in/),
    });
    expect(await filesIn(cache)).toEqual([]);
  },
);

test('a pinned file that is no wheel is refused', async () => {
  const text = Buffer.from('not a zip');
  const { install } = await cacheOf();
  await expect(install(await wheelFile(text), [{ ...wanted, sha256: sha256(text) }])).rejects.toThrow(
    /cannot be unpacked/,
  );
});

test('an unknown package is named with those that are known', async () => {
  const { env } = await cacheOf();
  await expect(installPages({ id: 'litle', from: null }, { env }, packages)).rejects.toThrow(
    'suites install: unknown package of pages "litle"; did you mean little? there is little',
  );
});

test.each<[string, (folder: string) => Promise<unknown>, string]>([
  [
    'a changed page',
    (folder) => writeFile(path.join(folder, 'files/little/html/index.html'), '<h1>Little pagE</h1>'),
    'little/html/index.html',
  ],
  [
    'a page more',
    (folder) => writeFile(path.join(folder, 'files/little/html/more.html'), ''),
    'little/html/more.html',
  ],
  [
    'a page less',
    (folder) => rm(path.join(folder, 'files/little/html/core/core.js')),
    'little/html/core/core.js',
  ],
  ['no files at all', (folder) => rm(path.join(folder, 'files'), { recursive: true }), 'little/__init__.py'],
  ['an empty folder', async (folder) => void (await emptied(folder)), 'installed.json'],
])('%s of an install is noticed and named, and another install mends it', async (_, change, named) => {
  const { env, folder, install, pages } = await installed();
  expect(pages).not.toBeNull();
  await change(folder);
  expect(await packagePages(needs, env, packages)).toBeNull();
  expect(await pagesFor({ id: 'tiny', needs }, env, packages)).toEqual({
    pages: null,
    why: `the suite tiny needs the pages of Little Pages, whose installed files were changed (${named}); install them again: npm run harness -- suites install little`,
  });
  expect(await pagesHere([], env, packages)).toMatchObject([{ state: 'changed' }]);
  await install(await wheelFile());
  expect(await packagePages(needs, env, packages)).toEqual(pages);
});

async function emptied(folder: string) {
  await rm(folder, { recursive: true });
  await mkdir(folder);
}

test('what an interrupted install left is not taken for one', async () => {
  const { cache, env, folder } = await installed();
  await rename(folder, `${folder}.part-1`);
  expect(await packagePages(needs, env, packages)).toBeNull();
  expect((await readInstall(wanted, env)).files).toBeNull();
  expect(await readdir(path.join(cache, 'pages'))).toEqual([`${path.basename(folder)}.part-1`]);
});

test('a cache that cannot be written is named', async () => {
  const file = path.join(await folderOf({ file: '' }), 'file');
  const env = { CONTRACT_BENCH_CACHE: file };
  await expect(
    installPages({ id: 'little', from: await wheelFile() }, { env }, packages),
  ).rejects.toMatchObject({ code: 'ENOTDIR', path: expect.stringContaining(file) });
});

test('a suite whose pages are not here is named with the command that installs them', async () => {
  const { env } = await cacheOf();
  const [miniwob] = pagePackages.map(needsOf);
  const line =
    'the suite miniwob needs the pages of MiniWoB++, which are not installed; install them: npm run harness -- suites install miniwob';
  expect(whyNotHere(miniwob ?? '')).toBe(line);
  expect(await uncheckedLines([{ id: 'a' }, { id: 'miniwob', needs: miniwob }], env)).toEqual([
    `not checked: ${line}`,
  ]);
  const unknown = `little@${'0'.repeat(64)}`;
  expect(await pagesFor({ id: 'tiny', needs: unknown }, env, packages)).toEqual({
    pages: null,
    why: `the suite tiny needs the package of pages ${unknown}, which this version does not know; it knows ${needs}`,
  });
  expect(await pagesFor({ id: 'tiny' }, env, packages)).toEqual({ pages: null, why: null });
});

test('the list says what is installed where, under which licence, and who needs it', async () => {
  const { env, folder } = await installed();
  const suites = [{ id: 'a', needs }, { id: 'b' }, { id: 'c', needs: `little@${'0'.repeat(64)}` }];
  const row = {
    ...{ id: 'little', title: 'Little Pages', version: '1.2.0', licence: 'MIT' },
    ...{ origin: 'https://example.com/little', suites: ['a'] },
  };
  const bytes = Object.values(littleFiles()).join('').length;
  expect(await pagesHere(suites, env, packages)).toEqual([{ ...row, state: 'installed', folder, bytes }]);
  expect(await pagesHere(suites, (await cacheOf()).env, packages)).toEqual([
    { ...row, state: 'missing', folder: null, bytes: null },
  ]);
});

test('the digest of the pages is that in the field of the suite', () => {
  expect(pagesSha256({ needs })).toBe(wanted.sha256);
  expect(pagesSha256({})).toBeNull();
});

test('each known package has a name of its own, an address and the path of its licence', () => {
  expect(new Set(pagePackages.map(({ id }) => id)).size).toBe(pagePackages.length);
  for (const { sha256, filesSha256, origin, pages, licence } of pagePackages) {
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(filesSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(new URL(origin).protocol).toBe('https:');
    for (const place of [pages, licence.notice]) expect(path.posix.normalize(place)).toBe(place);
  }
});
