import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readFixtureSites } from '../../harness/web/fixture-sites.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const standIns = await readFixtureSites([root]);
const pages = globSync('*/**/*.html', { cwd: root }).map((file) => {
  const html = readFileSync(`${root}${file}`, 'utf8');
  return { url: `https://${file}`, html, markup: html.replace(/<script>.*?<\/script>/gs, '') };
});

async function statusOf(url: URL): Promise<number | null> {
  const host = standIns.open().hosts.get(url.hostname);
  return (await host?.(new Request(url)))?.status ?? null;
}

test('every page says that it is a stand-in', () => {
  expect(pages.filter(({ html }) => !html.includes('<!-- Stand-in')).map(({ url }) => url)).toEqual([]);
});

test('every link, frame and form leads to something that is served', async () => {
  const dead: string[] = [];
  for (const { url, markup } of pages) {
    for (const [, address = ''] of markup.matchAll(/(?:href|src|action)="([^"#][^"]*)"/g)) {
      const target = new URL(address.replaceAll('&amp;', '&'), url);
      const status = await statusOf(target);
      // 405: the target of a posted form.
      if (status === null || (status >= 400 && status !== 405)) dead.push(`${url}: ${address}`);
    }
  }
  expect(dead).toEqual([]);
});

test('every fragment is there', () => {
  const dead = pages.flatMap(({ url, markup }) =>
    [...markup.matchAll(/href="#([^"]+)"/g)].flatMap(([, id]) =>
      markup.includes(`id="${id}"`) ? [] : [`${url}: #${id}`],
    ),
  );
  expect(dead).toEqual([]);
});

test('an order has a page only in the episode that placed it', async () => {
  const order = 'https://tickets.fixture.test/orders/HC-AL-2BD';
  const body = new URLSearchParams({ name: 'Ada Lovelace', place: 'balcony', seats: '2', way: 'door' });
  const first = standIns.open().hosts.get('tickets.fixture.test');
  const second = standIns.open().hosts.get('tickets.fixture.test');
  const placed = await first?.(new Request('https://tickets.fixture.test/order', { method: 'POST', body }));
  expect([placed?.status, placed?.headers.get('location')]).toEqual([303, '/orders/HC-AL-2BD']);
  expect((await first?.(new Request(order)))?.status).toBe(200);
  expect((await second?.(new Request(order)))?.status).toBe(410);
});

test.each(['stalls', 'roof', ''])('seats in "%s" are not the order that was asked for', async (place) => {
  const host = standIns.open().hosts.get('tickets.fixture.test');
  const body = new URLSearchParams({ name: 'Ada Lovelace', place, seats: '2', way: 'door' });
  const answer = await host?.(new Request('https://tickets.fixture.test/order', { method: 'POST', body }));
  expect(answer?.headers.get('location')).not.toBe('/orders/HC-AL-2BD');
});

test('the search of Wikipedia leads an exact title to its article', async () => {
  const host = standIns.open().hosts.get('en.wikipedia.org');
  const search = (text: string) => host?.(new Request(`https://en.wikipedia.org/w/index.php?search=${text}`));
  expect((await search('speed+of+light'))?.headers.get('location')).toBe('/wiki/Speed_of_light');
  expect(await (await search('eiffel'))?.text()).toContain('/wiki/Gustave_Eiffel');
});
