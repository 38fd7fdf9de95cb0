import { expect, test } from 'vitest';
import { randomOf } from '../web/random-of.ts';
import { crawl } from './crawl.ts';
import { webOf } from './folder-of.ts';
import { pagesOf } from './town-pages.ts';

test('a crawl finds the dead link, the button that does nothing, the error of a page, and a site that breaks down', async () => {
  const page = `<!doctype html><title>Bad</title><a href="/gone">Gone</a><button>Dead</button>
    <button onclick="document.body.append('x')">Alive</button><button onclick="console.error('said')">Loud</button>
    <a href="/broken">Broken</a>`;
  const host = `export const createHost = () => ({ url }) => {
    if (new URL(url).pathname === '/broken') throw new Error('down');
    if (new URL(url).pathname === '/gone') return new Response('<a href="/">Home</a>', { status: 404, headers: { 'content-type': 'text/html' } });
    return new Response(${JSON.stringify(page)}, { headers: { 'content-type': 'text/html' } });
  };`;
  const pages = await pagesOf(await webOf({ 'bad.test/_host.js': host }), 'bad.test');
  const { faults } = await crawl(pages, {
    start: '/',
    actions: 10,
    random: randomOf(1, 'crawl'),
    values: {},
  });
  const all = faults.join('\n');
  for (const fault of ['/gone 404', 'BUTTON Dead', ': said']) expect(all).toContain(fault);
  expect(all).not.toContain('Alive');
  expect(all).toMatch(/broken 500[\s\S]*failed/);
});
