import { expect, test } from 'vitest';
import { folderOf } from '../testing/folder-of.ts';
import { readHar } from './har.ts';

const entry = (
  url: string,
  text: string,
  more: { method?: string; status?: number; headers?: object[]; encoding?: string } = {},
) => ({
  request: { method: more.method ?? 'GET', url },
  response: {
    status: more.status ?? 200,
    headers: more.headers ?? [{ name: 'Content-Type', value: 'text/plain' }],
    content: { text, ...(more.encoding ? { encoding: more.encoding } : {}) },
  },
});

async function serve(...entries: object[]) {
  const folder = await folderOf({ 'web.har': JSON.stringify({ log: { version: '1.2', entries } }) });
  const { hosts } = (await readHar(`${folder}/web.har`)).open();
  return async (url: string, method = 'GET') =>
    hosts.get(new URL(url).hostname)?.(new Request(url, { method }));
}

test('a request gets the recorded answers of its method and URL in order; the last one repeats', async () => {
  const get = await serve(
    entry('https://a.test/x?q=1#top', 'first'),
    entry('https://a.test/x?q=1', 'second'),
    entry('https://a.test/x?q=1', 'posted', { method: 'POST' }),
    entry('https://b.test/', 'other'),
  );
  const texts = async (...urls: string[]) => {
    const all: (string | undefined)[] = [];
    for (const url of urls) all.push(await (await get(url))?.text());
    return all;
  };
  const x = 'https://a.test/x?q=1';
  expect(await texts(x, x, x, 'https://b.test/')).toEqual(['first', 'second', 'second', 'other']);
  expect(await (await get(x, 'POST'))?.text()).toBe('posted');
  expect(await get('https://a.test/x?q=2')).toBeUndefined();
  expect(await get('https://c.test/')).toBeUndefined();
});

test('bodies are decoded, headers of the wire are left out and cookies are kept apart', async () => {
  const get = await serve(
    entry('https://a.test/', Buffer.from('größe').toString('base64'), {
      encoding: 'base64',
      headers: [
        { name: 'content-type', value: 'text/html; charset=utf-8' },
        { name: 'Content-Encoding', value: 'br' },
        { name: 'content-length', value: '3' },
        { name: 'strict-transport-security', value: 'max-age=1' },
        { name: 'set-cookie', value: 'a=1\nb=2' },
        { name: 'x-bad', value: 'line\nbreak' },
      ],
    }),
    entry('https://a.test/gone', '', { status: 302, headers: [{ name: 'location', value: '/' }] }),
    entry('https://a.test/none', 'ignored', { status: 204 }),
  );
  const page = await get('https://a.test/');
  expect(await page?.text()).toBe('größe');
  expect(page?.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect([...(page?.headers.keys() ?? [])]).toEqual(['content-type', 'set-cookie', 'set-cookie']);
  const redirect = await get('https://a.test/gone');
  expect([redirect?.status, redirect?.headers.get('location')]).toEqual([302, '/']);
  expect((await get('https://a.test/none'))?.status).toBe(204);
});

test.each([
  ['invalid JSON', '{', /web\.har: invalid JSON \(/],
  ['no archive', '{"log": {}}', /web\.har: log\.entries: /],
  [
    'an entry without a status',
    '{"log": {"entries": [{"request": {"method": "GET", "url": "ftp://x/"}, "response": {"headers": [], "content": {}}}]}}',
    /log\.entries\[0\]\.request\.url: must be an http\(s\) URL.*\n.*log\.entries\[0\]\.response\.status/,
  ],
])('%s is named with its file and field', async (_, text, says) => {
  const folder = await folderOf({ 'web.har': text });
  await expect(readHar(`${folder}/web.har`)).rejects.toThrow(says);
});

test('a missing file is named', async () => {
  await expect(readHar('/nowhere/web.har')).rejects.toThrow(
    '--web har:/nowhere/web.har: cannot be read (ENOENT)',
  );
});
