import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { builtApiFaults } from '../../harness/testing/api-faults.ts';
import { exampleShas } from '../../harness/testing/example-history.ts';
import { faultsOfPage } from '../../harness/testing/faults-of-page.ts';
import { pageOf } from '../../harness/testing/page-of.ts';
import { serveFolder } from '../../harness/testing/serve-folder.ts';
import { servedExample } from '../../harness/testing/served-example.ts';
import { xmlFault } from '../../harness/testing/xml-fault.ts';
import { apiFileOf, apiFiles, schemaOfApi } from '../data/api-files.ts';
import { checkLinks } from './dead-links.ts';
import { manifestName } from './manifest.ts';

const root = join(import.meta.dirname, '../..');
const { folder, results, dist, base, origin, page, close } = await servedExample();
const [first = '', second = ''] = exampleShas;
afterAll(close);

test('every link and fragment leads somewhere below a base', () => {
  const { checked, dead } = checkLinks(dist, '/repo/');
  expect(dead).toEqual([]);
  expect(checked).toBeGreaterThan(100);
});

test('GitHub Pages serves every file of a branch too: no name begins with _, and Jekyll does not run', () => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /(^|\/)_/.test(file))).toEqual([]);
  expect(files).toContain('.nojekyll');
});

test('text from results stays text', () => {
  const page = readFileSync(join(dist, 'runs', first, 'index.html'), 'utf8');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).toContain('\\u202eegnarts');
  expect(page).not.toContain('\u202E');
  const ours =
    /<script (type="module" src="\/repo\/assets\/[\w.@-]+\.js"|src="\/repo\/theme\.js")><\/script>|<script type="application\/ld\+json">[^<>]*<\/script>|<img src="\/repo\/badges\/[0-9a-f]{16}\.svg"/g;
  for (const html of pages().values()) {
    expect(
      html.replaceAll(ours, '').match(/.{60}(<script|<img| onerror="| style=").{40}/)?.[0],
    ).toBeUndefined();
  }
});

test('every page has a policy, a language, one heading and a description', () => {
  for (const [name, html] of pages()) {
    expect(html, name).toContain('http-equiv="content-security-policy" content="default-src \'none\'');
    expect(html, name).toContain("connect-src 'self'");
    expect(html, name).toContain('<html lang="en">');
    expect(html.match(/<h1[ >]/g), name).toHaveLength(1);
    expect(html, name).toMatch(/<meta name="description" content="[^"]{20,}"/);
  }
});

test('every table has a caption and its headers a scope', () => {
  // Tables of the documents are Markdown's.
  for (const [name, html] of [...pages()].filter(([name]) => !name.startsWith('/docs/'))) {
    for (const [table] of html.matchAll(/<table.*?<\/table>/gs)) {
      expect(table, name).toMatch(/^<table[^>]*>\s*<caption>/);
      for (const [header] of table.matchAll(/<th[ >][^>]*/g)) expect(header, name).toContain('scope="');
    }
  }
});

test('a claim of others has no rank, its reasons and the sentence', () => {
  const [row] = /<tr[^>]*>(?:(?!<\/tr>).)*>notte.*?<\/tr>/s.exec(read('agents/index.html')) ?? [''];
  expect(row).toContain('86.2 %');
  expect(row).toContain('not directly comparable');
  expect(row).toContain('data-label="Rank">claim</td>');
  const [ledger] = /<section id="reference-notte.*?<\/section>/s.exec(read('evidence/claims/index.html')) ?? [
    '',
  ];
  for (const reason of ['other tasks', 'other judge', 'other caps']) expect(ledger).toContain(reason);
  expect(read('evidence/claims/index.html')).toMatch(
    /contract-eval is stricter than LLM-eval; numbers not directly comparable to notte/,
  );
});

test('the sitemap has every page, and no page that is not there', () => {
  const listed = [...read('sitemap.xml').matchAll(/<loc>https:\/\/example\.org\/repo(.*?)<\/loc>/g)];
  const made = [...pages().keys()].filter((name) => name !== '/404.html');
  expect(listed.map(([, path]) => path)).toEqual(made.map((name) => name.replace(/index\.html$/, '')).sort());
  expect(read('robots.txt')).toContain('Sitemap: https://example.org/repo/sitemap.xml');
});

test('the data files hold what the results hold, and text in them stays text', async () => {
  expect(read(`api/v1/runs/${first}.json`)).toBe(readFileSync(join(results, `${first}.json`), 'utf8'));
  const { groups, references } = JSON.parse(read('api/v1/leaderboard.json'));
  expect(groups).toHaveLength(2);
  expect(references).toHaveLength(9);
  for (const name of files().filter((name) => /\.(xml|svg)$/.test(name))) {
    expect(await xmlFault(read(name)), name).toBeNull();
    expect(read(name), name).not.toMatch(/<script|<img/);
  }
  expect(read('badge.json')).toContain('"schemaVersion":1');
});

test('the manifest lists every file, and sha256sum checks it', () => {
  execFileSync(process.execPath, [join(root, 'site/build/write-manifest.ts'), dist]);
  expect(read(manifestName).trimEnd().split('\n')).toHaveLength(files().length - 1);
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', manifestName], { cwd: dist });
});

test('pages of four kinds: nothing in the console, from elsewhere, against axe or too wide for a phone', async () => {
  const page = await pageOf();
  const faults: string[] = [];
  for (const path of ['/', `/runs/${second}/`, '/agents/over-time/', '/docs/validity/'])
    faults.push(...(await faultsOfPage(page, origin + path)));
  expect(faults).toEqual([]);
  expect(page.foreignRequests(origin)).toEqual([]);
});

test('every page and table of an invented history says SYNTHETIC', () => {
  const made = files();
  expect(pages().size).toBeGreaterThan(40);
  for (const html of pages().values()) {
    expect(html).toMatch(/<title>SYNTHETIC /);
    expect(html).toContain('<strong>SYNTHETIC</strong>');
    expect(html).not.toContain('computed from the result files of the repository');
  }
  for (const csv of made.filter((name) => name.endsWith('.csv')).map(read))
    expect(csv.slice(0, csv.indexOf('\r\n'))).toMatch(/,synthetic$/);
});

test('every file of data is on the page of the data, and every one that is named there is built', () => {
  const made = readdirSync(join(dist, 'api/v1'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html' && !entry.name.endsWith('.schema.json'))
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length));
  expect(made.filter((file) => apiFileOf(file) === undefined)).toEqual([]);
  // Three commits are too few for an archive, their runs keep no events, and no server was measured.
  const ofApi = apiFiles.filter(
    ({ path }) => path.startsWith('/api/') && !/\/(archive|episodes|releases|runs\/\{sha\})\/\{/.test(path),
  );
  expect(ofApi.filter((entry) => !made.some((file) => apiFileOf(file) === entry))).toEqual([]);
});

test('every file of data has the form that its schema says', () => {
  expect(builtApiFaults(dist, schemaOfApi).slice(0, 10)).toEqual([]);
});

test('what is wrong with a page is found', async () => {
  const bad = mkdtempSync(join(folder, 'bad-'));
  writeFileSync(
    join(bad, 'index.html'),
    '<!doctype html><title>Bad</title><img src="/none.png"><div style="width: 2000px">wide</div><script>console.error("said")</script>',
  );
  const served = await serveFolder(bad);
  const faults = (await faultsOfPage(await pageOf(), `${served.origin}/`)).join('\n');
  await served.close();
  for (const fault of ['360 px, dark: scrolls sideways', 'image-alt', 'html-has-lang', 'said'])
    expect(faults).toContain(fault);
});

test('every address that a page had leads on, with and without scripts', async () => {
  const stubs = [...pages({ stubs: true })].flatMap(([name, html]) => {
    const to = /<a id="moved" href="([^"]+)"/.exec(html)?.[1];
    return to === undefined ? [] : [{ from: name.replace(/index\.html$/, ''), to, html }];
  });
  for (const from of [
    '/api/',
    '/capabilities/',
    '/channels/',
    '/compare/',
    '/matrix/',
    '/method/',
    '/skills/',
    '/trends/',
  ])
    expect(stubs.map((stub) => stub.from)).toContain(from);
  expect(stubs.length).toBeGreaterThan(50);
  for (const { to, html, from } of stubs) {
    expect(html, from).toContain(`<noscript><meta http-equiv="refresh" content="0;url=${to}"></noscript>`);
    const [place = ''] = to.slice(base.length).split('#');
    expect(files(), from).toContain(`/${place}index.html`);
  }
  const [seed] = stubs.filter(({ to }) => to.includes('#'));
  for (const { from, to } of [
    ...stubs.filter((stub) => !stub.to.includes('/tasks/')),
    ...(seed ? [seed] : []),
  ]) {
    await page.visit(`${origin}${from}?kept=1#part`);
    await page.until(`location.pathname === ${JSON.stringify(to.replace(/#.*/, ''))}`);
    expect(await page.run('location.search + location.hash')).toBe(
      to.includes('#') ? to.slice(to.indexOf('#')) : '?kept=1#part',
    );
  }
});

function read(name: string): string {
  return readFileSync(join(dist, name), 'utf8');
}

function files(): string[] {
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length))
    .sort();
}

const isMoved = (html: string) => html.includes('<title>Moved</title>');

/** Pages by their files; those that lead on to another are `stubs`. */
function pages({ stubs = false } = {}): Map<string, string> {
  const html = files()
    .filter((name) => name.endsWith('.html'))
    .map((name) => [name, read(name)] as const);
  return new Map(html.filter(([, text]) => isMoved(text) === stubs));
}
