import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { cache } from './cache.ts';
import type { Command, Context } from './command.ts';

const [list, clean] = cache.commands as Command[]; // the group has no groups

const files = {
  'chromium-153.0.0/chromium': 'x'.repeat(3000),
  'chromium-153.0.0/locales/en.pak': 'x'.repeat(1000),
  'weights/large.gguf': 'x'.repeat(2000),
  'weights/small.gguf': 'x'.repeat(100),
  'programs/node-llama-cpp@3.22.1/package.json': '{}',
};

async function cacheOf(content: Record<string, string> = files) {
  const folder = await folderOf(content);
  const context = { env: { CONTRACT_BENCH_CACHE: folder } } as unknown as Context; // the two commands use nothing else
  return {
    folder,
    list: () => list?.run({}, context),
    clean: (part: string | null) => clean?.run({ part }, context),
  };
}

test('the parts of the cache are listed, largest first, with the size of their files', async () => {
  const { folder, list } = await cacheOf();
  expect(await list()).toEqual({
    lines: [
      `${folder}: 6.1 kB`,
      'chromium-153.0.0                4.0 kB',
      'weights/large.gguf              2.0 kB',
      'weights/small.gguf              100 B',
      'programs/node-llama-cpp@3.22.1  2 B',
    ],
    exitCode: 0,
    data: {
      folder,
      bytes: 6102,
      parts: [
        { name: 'chromium-153.0.0', path: path.join(folder, 'chromium-153.0.0'), bytes: 4000 },
        { name: 'weights/large.gguf', path: path.join(folder, 'weights/large.gguf'), bytes: 2000 },
        { name: 'weights/small.gguf', path: path.join(folder, 'weights/small.gguf'), bytes: 100 },
        {
          name: 'programs/node-llama-cpp@3.22.1',
          path: path.join(folder, 'programs/node-llama-cpp@3.22.1'),
          bytes: 2,
        },
      ],
    },
  });
});

test('a cache that does not exist yet has no parts', async () => {
  const context = { env: { CONTRACT_BENCH_CACHE: '/nowhere/cache' } } as unknown as Context; // as above
  expect(await list?.run({}, context)).toMatchObject({
    lines: ['/nowhere/cache: 0 B'],
    exitCode: 0,
    data: { bytes: 0, parts: [] },
  });
});

test.each([
  ['weights', ['weights/large.gguf, 2.0 kB', 'weights/small.gguf, 100 B'], []],
  ['weights/small.gguf', ['weights/small.gguf, 100 B'], ['large.gguf']],
])('cache clean --part %s removes this and nothing else', async (part, removed, left) => {
  const { folder, clean } = await cacheOf();
  expect(await clean(part)).toMatchObject({ lines: removed.map((each) => `removed: ${each}`), exitCode: 0 });
  expect(await readdir(path.join(folder, 'weights'))).toEqual(left);
  expect((await readdir(folder)).sort()).toEqual(['chromium-153.0.0', 'programs', 'weights']);
});

test('a linked part counts as the link, and its target is not removed', async () => {
  const elsewhere = await folderOf({ 'own.gguf': 'x'.repeat(5000) });
  const { folder, list, clean } = await cacheOf({});
  await mkdir(path.join(folder, 'weights'));
  await symlink(path.join(elsewhere, 'own.gguf'), path.join(folder, 'weights/own.gguf'));
  expect(await list()).toMatchObject({
    data: { parts: [{ name: 'weights/own.gguf', bytes: path.join(elsewhere, 'own.gguf').length }] },
  });
  await clean('weights');
  expect(await readdir(elsewhere)).toEqual(['own.gguf']);
  expect(await readdir(path.join(folder, 'weights'))).toEqual([]);
});

test.each<[string, string | null, Record<string, string>, RegExp]>([
  [
    'no part',
    null,
    files,
    /^cache clean: --part is missing; there is chromium-153\.0\.0, weights\/large\.gguf, /,
  ],
  ['no part of an empty cache', null, {}, /^cache clean: --part is missing; the cache is empty$/],
  ['an unknown part', 'weight', files, /^cache clean: unknown part "weight"; .*weights\/large\.gguf/],
  ['a path outside', '../', files, /^cache clean: unknown part "\.\.\/"; /],
  ['the start of a name', 'weights/sma', files, /^cache clean: unknown part "weights\/sma"; /],
])('%s removes nothing', async (_, part, content, message) => {
  const { folder, clean } = await cacheOf(content);
  const before = (await readdir(folder, { recursive: true })).sort();
  await expect(clean(part)).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(message),
  });
  expect((await readdir(folder, { recursive: true })).sort()).toEqual(before);
});
