import { expect, test } from 'vitest';
import { createMiniwob, pathOf } from './create-miniwob.ts';

const page = `https://miniwob.test${pathOf('click-test')}`;

/** A host that has served a page, and what the script of the page got. */
async function served() {
  const pages = { read: async () => Buffer.from('<p>A page.</p>') };
  const host = await createMiniwob({ seed: 1, now: '2026-01-01T00:00:00Z', pages } as never);
  if (!('tables' in host)) throw new Error('the host keeps no tables');
  const html = await (await host.fetch(new Request(page)))?.text();
  const [, key = ''] = /"key":"([^"]+)"/.exec(html ?? '') ?? [];
  const report = async (body: object, referer = page) => {
    const headers = { referer, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await host.fetch(new Request('https://miniwob.test/-/ends', request)))?.status;
  };
  return { host, key, report };
}

const end = { raw: 1, reason: null, event: 'click' };

test('a report counts if it has the key of its page', async () => {
  const { host, key, report } = await served();
  expect(key).toMatch(/^[\da-f-]{36}$/);
  expect(await report({ ...end, key })).toBe(204);
  expect(host.tables()).toMatchObject({ ends: [{ raw: 1, event: 'click', inStart: false }] });
});

test.each([
  ['without a key', () => ({ ...end })],
  ['with another key', () => ({ ...end, key: 'mine' })],
  ['with the key of another attempt', async () => ({ ...end, key: (await served()).key })],
])('a report %s counts for nothing', async (_, body) => {
  const { host, report } = await served();
  expect(await report(await body())).toBe(404);
  expect(host.tables()).toMatchObject({ ends: [] });
});

test('a report of a page that was not served counts for nothing', async () => {
  const { host, key, report } = await served();
  expect(await report({ ...end, key }, `https://miniwob.test${pathOf('click-test-2')}`)).toBe(404);
  expect(host.tables()).toMatchObject({ ends: [] });
});
