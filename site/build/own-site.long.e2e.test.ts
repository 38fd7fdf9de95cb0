import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thisProject } from '../../harness/cli/this-project.ts';
import { builtPages } from './page-files.ts';
import { runSite } from './run-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-pictures-'));
const dist = join(folder, 'dist');
beforeAll(() => {
  runSite(['--out', dist, '--url', 'https://bench.example'], { env: { RESULTS_DIR: thisProject.results } });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pictureOf = (path: string) => {
  const html = readFileSync(join(dist, path, path.endsWith('/') ? 'index.html' : ''), 'utf8');
  const [, address = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
  const [, words = ''] = /<meta property="og:image:alt" content="([^"]+)"/.exec(html) ?? [];
  return { path, html, picture: address === '' ? '' : new URL(address).pathname, words };
};

/** Width and height in pixels, from the header of a PNG. */
function sizeOf(png: Buffer): number[] {
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('each page has a picture for shared links, 1,200 x 630 pixels, and says it in words', () => {
  // An old address only leads to its page.
  const pages = builtPages(dist)
    .map(pictureOf)
    .filter(({ html }) => !html.includes('http-equiv="refresh"'));
  expect(pages.length).toBeGreaterThan(100);
  const without = pages.filter(({ picture, words }) => words === '' || !existsSync(join(dist, picture)));
  expect(without.map(({ path }) => path)).toEqual([]);
  for (const picture of new Set(pages.map((page) => page.picture)))
    expect([picture, ...sizeOf(readFileSync(join(dist, picture)))]).toEqual([picture, 1200, 630]);
});

test('each measured release has a picture of its own, and two cards', () => {
  const releases = builtPages(dist).filter((path) => /^\/servers\/[^/]+\/\d[^/]*\/$/.test(path));
  expect(releases.length).toBeGreaterThan(2);
  for (const path of releases) {
    const { picture, html } = pictureOf(path);
    expect(picture).toBe(`${path}og.png`);
    for (const theme of ['light', 'dark']) {
      expect(html).toContain(`${path}card-${theme}.svg`);
      expect(readFileSync(join(dist, path, `card-${theme}.svg`), 'utf8')).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
    }
  }
});

test('the pages of traps and of addresses have a picture of their own', () => {
  for (const path of ['/servers/honest/', '/servers/reach/'])
    expect(pictureOf(path).picture).toBe(`${path}og.png`);
});

/** The addresses of pages within three clicks of the first page, with their HTML. */
function withinThreeClicks(): Map<string, string> {
  const found = new Map([['/', pictureOf('/').html]]);
  const built = new Set(builtPages(dist));
  for (let click = 1; click <= 3; click++)
    for (const html of [...found.values()])
      for (const [, address = ''] of html.matchAll(/<a [^>]*href="(\/[^"#?]*)/g))
        if (built.has(address) && !found.has(address)) found.set(address, pictureOf(address).html);
  return found;
}

test('three clicks lead to why an attempt failed, its command, the cheapest server that can do something, and what changed', () => {
  const pages = [...withinThreeClicks()];
  const has = (address: RegExp, ...texts: RegExp[]) =>
    pages.some(([path, html]) => address.test(path) && texts.every((text) => text.test(html)));
  const failedAttempt = has(/^\/episodes\/.+\/1\/$/, /class="[^"]*\bfailed\b/, /npm run harness -- .*--task/);
  const cheapest = has(/^\/servers\/can-do\/$/, /Tokens per task/, /class="dot full"/);
  const changed = has(/^\/runs\/[0-9a-f]{40}\/$/, /What changed:/);
  expect({ failedAttempt, cheapest, changed }).toEqual({
    failedAttempt: true,
    cheapest: true,
    changed: true,
  });
});
