import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../testing/folder-of.ts';
import { readFixtureSites } from './fixture-sites.ts';

const host = (imports: string) => `${imports}
export const createHost = () => () => new Response('made');`;

const files = {
  'web/a.test/index.html': 'a',
  'web/a.test/_host.ts': host(
    `import type { CreateHost } from '../../types.ts';
    import { words } from '../../made/words.ts';
    import 'dice';`,
  ),
  'web/b.test/index.html': 'b',
  'web/c.test/_host.ts': host(''),
  'types.ts': 'export type CreateHost = () => unknown;',
  'made/words.ts': `import { readFileSync } from 'node:fs';
    export const words = readFileSync(new URL('../lists/words.txt', import.meta.url), 'utf8');`,
  'lists/words.txt': 'one two',
  'lists/others.txt': 'three',
  'node_modules/dice/package.json':
    '{ "version": "1.0.0", "type": "module", "exports": "./index.js", "dependencies": { "seed": "1" } }',
  'node_modules/dice/index.js': '',
  'node_modules/seed/package.json': '{ "version": "2.0.0" }',
};

async function digestAfter(changed: Record<string, string>, hosts: readonly string[]): Promise<string> {
  const folder = await folderOf({ ...files, ...changed });
  return (await readFixtureSites([{ folder: `${folder}/web`, hosts }])).sha256;
}

test('pages with the line ends of Windows are the same web and are served the same; other bytes stay', async () => {
  const text = {
    'a.test/index.html': '<p>one\ntwo\n',
    'a.test/_host.ts': 'export const createHost = () => () => {};\n',
  };
  const others = {
    'a.test/data.bin': Buffer.from([1, 0, 13, 10]),
    'a.test/latin1.txt': Buffer.from([0xe4, 13, 10]),
  };
  const [plain, windows] = await Promise.all(
    ['\n', '\r\n'].map(async (end) => {
      const ended = Object.entries(text).map(([name, each]) => [name, each.replaceAll('\n', end)]);
      return readFixtureSites([await folderOf({ ...Object.fromEntries(ended), ...others })]);
    }),
  );
  expect(windows?.sha256).toBe(plain?.sha256);
  const read = async (name: string) => {
    const request = new Request(`https://a.test/${name}`);
    const answer = await windows?.open().hosts.get('a.test')?.(request);
    return Buffer.from(new Uint8Array((await answer?.arrayBuffer()) ?? []));
  };
  expect(String(await read(''))).toBe('<p>one\ntwo\n');
  expect(await read('data.bin')).toEqual(others['a.test/data.bin']);
  expect(await read('latin1.txt')).toEqual(others['a.test/latin1.txt']);
});

test.each([
  ['a page of its own', 'web/a.test/index.html', 'other'],
  ['its handler', 'web/a.test/_host.ts', host('')],
  ['what its handler imports', 'made/words.ts', `export const words = '';`],
  ['a file that an import reads', 'lists/words.txt', 'two one'],
  [
    'the version of a package',
    'node_modules/dice/package.json',
    '{ "version": "1.0.1", "exports": "./index.js" }',
  ],
  [
    'the version of a package that a package needs',
    'node_modules/seed/package.json',
    '{ "version": "3.0.0" }',
  ],
])('%s is in the digest of a host', async (_, file, content) => {
  expect(await digestAfter({ [file]: content }, ['a.test'])).not.toBe(await digestAfter({}, ['a.test']));
});

test.each([
  ['a page of another host', 'web/b.test/index.html', 'other'],
  ['a new host', 'web/d.test/index.html', 'd'],
  ['a type', 'types.ts', 'export type CreateHost = () => string;'],
  ['an unlisted file', 'lists/others.txt', 'four'],
])('%s is not in the digest of a host', async (_, file, content) => {
  const hosts = ['a.test', 'c.test'];
  expect(await digestAfter({ [file]: content }, hosts)).toBe(await digestAfter({}, hosts));
});

test('only listed hosts answer; in a root without a list all hosts answer', async () => {
  const folder = await folderOf(files);
  const own = await folderOf({ 'own.test/index.html': 'own' });
  const some = await readFixtureSites([own, { folder: `${folder}/web`, hosts: ['b.test'] }]);
  expect([...some.open().hosts.keys()]).toEqual(['own.test', 'b.test']);
  const [page] = [await some.open().hosts.get('b.test')?.(new Request('https://b.test/'))];
  expect(await page?.text()).toBe('b');
  expect([...(await readFixtureSites([`${folder}/web`])).open().hosts.keys()]).toEqual([
    'a.test',
    'b.test',
    'c.test',
  ]);
});

test('the digest does not depend on the location of the files', async () => {
  const [one, other] = await Promise.all([digestAfter({}, ['a.test']), digestAfter({}, ['a.test'])]);
  expect(one).toBe(other);
  const folder = await folderOf();
  await mkdir(path.join(folder, 'a.test'));
  await writeFile(path.join(folder, 'a.test', 'index.html'), 'a');
  const relative = path.relative(process.cwd(), folder);
  expect((await readFixtureSites([relative])).sha256).toBe((await readFixtureSites([folder])).sha256);
});

test('the served files are those that were read first, as in the digest', async () => {
  const folder = await folderOf({ 'a.test/index.html': 'before' });
  const { sha256, open } = await readFixtureSites([folder]);
  await writeFile(path.join(folder, 'a.test', 'index.html'), 'after');
  const answer = await open().hosts.get('a.test')?.(new Request('https://a.test/'));
  expect(await answer?.text()).toBe('before');
  expect((await readFixtureSites([folder])).sha256).not.toBe(sha256);
});

test('a host gets the installed pages, whose digest is part of the digest of the web', async () => {
  const serving = `export const createHost = ({ pages }) => async (request) => {
    const page = await pages?.read(new URL(request.url).searchParams.get('page'));
    return new Response(page ?? (pages ? 'no such page' : 'no pages'));
  };`;
  const folder = await folderOf({
    'web/a.test/_host.mjs': serving,
    'pages/core/core.js': 'core',
    'secret.txt': 'secret',
  });
  const roots = [path.join(folder, 'web')];
  const pages = { folder: path.join(folder, 'pages'), sha256: 'a'.repeat(64) };
  const [without, withPages, withOthers] = await Promise.all([
    readFixtureSites(roots),
    readFixtureSites(roots, { pages }),
    readFixtureSites(roots, { pages: { ...pages, sha256: 'b'.repeat(64) } }),
  ]);
  const ask = async ({ open }: typeof without, page: string) => {
    const url = `https://a.test/?page=${encodeURIComponent(page)}`;
    return (await open().hosts.get('a.test')?.(new Request(url)))?.text();
  };
  expect(await ask(without, 'core/core.js')).toBe('no pages');
  expect(await ask(withPages, 'core/core.js')).toBe('core');
  for (const name of ['../secret.txt', 'core/../../secret.txt', path.join(folder, 'secret.txt'), 'core', ''])
    expect(await ask(withPages, name), name).toBe('no such page');
  expect((await readFixtureSites(roots, { pages: null })).sha256).toBe(without.sha256);
  expect(new Set([without, withPages, withOthers].map(({ sha256 }) => sha256)).size).toBe(3);
});

test.each([
  ['x.htm', 'text/html; charset=utf-8'],
  ['x.mjs', 'text/javascript; charset=utf-8'],
  ['X.JPG', 'image/jpeg'],
  ['x.webp', 'image/webp'],
  ['x.ico', 'image/vnd.microsoft.icon'],
  ['x.woff2', 'font/woff2'],
  ['x.wasm', 'application/wasm'],
  ['x.pdf', 'application/pdf'],
  ['x.mp4', 'video/mp4'],
  ['x.vtt', 'text/vtt; charset=utf-8'],
  ['x.webmanifest', 'application/manifest+json'],
  ['x.json', 'application/json'],
  ['x.unknown-ending', 'application/octet-stream'],
])('%s is served as %s', async (name, type) => {
  const { open } = await readFixtureSites([await folderOf({ [`a.test/${name}`]: 'x' })]);
  const answer = await open().hosts.get('a.test')?.(new Request(`https://a.test/${name}`));
  expect(answer?.headers.get('content-type')).toBe(type);
});
