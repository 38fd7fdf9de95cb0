import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { syntheticMarker } from '../../harness/publish/site/site-settings.ts';
import { builtApiFaults } from '../../harness/testing/api-faults.ts';
import { buildSite } from '../../harness/testing/build-site.ts';
import { exampleShas, writeExampleHistory } from '../../harness/testing/example-history.ts';
import { faultsOfPage } from '../../harness/testing/faults-of-page.ts';
import { pageOf } from '../../harness/testing/page-of.ts';
import { serveFolder } from '../../harness/testing/serve-folder.ts';
import { xmlFault } from '../../harness/testing/xml-fault.ts';
import { apiFileOf, apiFiles, schemaOfApi } from '../data/api-files.ts';
import { checkLinks } from './dead-links.ts';
import { manifestName } from './manifest.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'site-build-'));
const results = join(folder, 'results');
const dist = join(folder, 'dist');
const base = '/repo/';
const [first = '', second = '', third = ''] = exampleShas;
let origin = '';
/** For those that leave nothing behind in a browser. */
let page: Awaited<ReturnType<typeof pageOf>>;
let closeServer = async () => {};

beforeAll(async () => {
  await writeExampleHistory(results);
  writeFileSync(join(results, syntheticMarker), '{}');
  const address = { SITE_URL: 'https://example.org', BASE_PATH: base };
  await buildSite(dist, { TZ: 'Asia/Tokyo', ...address, RESULTS_DIR: results });
  const served = await serveFolder(dist, base);
  origin = `${served.origin}${base.slice(0, -1)}`;
  closeServer = served.close;
  page = await pageOf();
});
afterAll(async () => {
  await page.close();
  await closeServer();
  rmSync(folder, { recursive: true, force: true });
});

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
  expect(references).toHaveLength(3);
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
  // Three commits are too few for an archive, and their runs keep no events.
  const ofApi = apiFiles.filter(
    ({ path }) => path.startsWith('/api/') && !/\/(archive|episodes)\/\{/.test(path),
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

test('without scripts the numbers, the pairs and the failed clause can be read', async () => {
  const page = await pageOf();
  await page.send('Emulation.setScriptExecutionDisabled', { value: true });
  const text = async (path: string) => {
    await page.send('Page.navigate', { url: origin + path });
    await page.until(`location.pathname === '${base}${path.slice(1)}' && document.readyState === 'complete'`);
    return page.run<string>('document.body.innerText');
  };
  expect(await text('/agents/')).toMatch(/10 \/ 10 100\.0 %\s+these tasks 72\.2 to 100\.0 %/);
  expect(await text('/agents/compare/')).toMatch(/A passed 9 \/ 10/);
  expect(await text(`/runs/${second}/`)).toContain('no element matches h1');
  expect(await text('/agents/')).not.toContain('Rows with');
  const trends = await text('/agents/over-time/');
  expect(trends).toMatch(/\b9 \/ 10, 59\.6 to 98\.2 %/);
  // No title of a chart that nobody draws, and no button that does nothing.
  expect(trends.match(/Median duration of an episode/g)).toHaveLength(
    await page.run<number>('document.querySelectorAll("figure table").length'),
  );
  expect(
    await page.run(
      '[...document.querySelectorAll("figure button")].some((button) => button.checkVisibility())',
    ),
  ).toBe(false);
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

test('a search finds tasks and sections of documents, and its words are in the address', async () => {
  await page.visit(`${origin}/search/?q=eiffel`);
  const found = (part: string) =>
    `[...document.querySelectorAll('#found a')].some((a) => a.pathname.includes('${part}'))`;
  await page.until(found('/tasks/task-03-wikipedia-eiffel-height/'));
  await page.run(
    'document.querySelector("main input[name=q]").value = "comparability"; document.querySelector("main input[name=q]").dispatchEvent(new Event("input", { bubbles: true }))',
  );
  await page.until(found('/docs/'));
  expect(await page.run('location.search')).toBe('?q=comparability');
  expect(await page.run('seenErrors')).toEqual([]);
});

test('light or dark is chosen on one page and holds on the next', async () => {
  const page = await pageOf();
  await page.show(1280, 'light');
  const paper = () => page.run('getComputedStyle(document.body).backgroundColor');
  await page.visit(`${origin}/evidence/method/`);
  const light = await paper();
  await page.click('button.theme');
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.visit(`${origin}/runs/`);
  expect(await paper()).toBe(dark);
  expect(await page.run('document.documentElement.dataset.theme')).toBe('dark');
});

test('sort and filter are in the address, and the address gives the same view again', async () => {
  await page.visit(`${origin}/agents/`);
  const view = () =>
    page.run<string[]>(
      '[...document.querySelectorAll("tr[data-suite=webvoyager]")].filter((row) => !row.hidden).map((row) => row.cells[1].textContent.trim())',
    );
  expect(await view()).toHaveLength(2);
  await page.click('th[data-sort=name] button');
  const ascending = await view();
  await page.click('th[data-sort=name] button');
  expect(await view()).toEqual(ascending.toReversed());
  await page.run(
    'document.querySelector("main input[name=q]").value = "chrome"; document.querySelector("main input[name=q]").dispatchEvent(new Event("input", { bubbles: true }))',
  );
  const shown = await view();
  expect(shown).toEqual([expect.stringContaining('chrome-devtools')]);
  expect(await page.run('document.querySelector("form.filter [role=status]").textContent')).toBe(
    // Three of this site, and the claim.
    '1 of 4 rows',
  );
  const address = await page.run<string>('location.href');
  expect(address).toBe(`${origin}/agents/?sort=-name&q=chrome`);

  const again = await pageOf();
  await again.visit(address);
  expect(await again.run('document.querySelector("th[data-sort=name]").getAttribute("aria-sort")')).toBe(
    'descending',
  );
  expect(
    await again.run(
      '[...document.querySelectorAll("table.sortable tbody tr")].filter((row) => !row.hidden).length',
    ),
  ).toBe(1);
});

test('from the leaderboard to the failed clause, the task and its history', async () => {
  await page.visit(`${origin}/runs/`);
  await page.click(`a[href^="${base}runs/${second}/"]`);
  await page.until(`location.pathname === '${base}runs/${second}/'`);
  await page.until('document.querySelector("tr.why code")?.textContent.includes("postconditions[1]")');
  expect(await page.run('document.querySelector(".change").textContent')).toMatch(/10 \/ 10; now 9 \/ 10/);
  await page.click(`a[href="${base}tasks/task-02-mdn-fetch-syntax/"]`);
  await page.until(
    `location.pathname === "${base}tasks/task-02-mdn-fetch-syntax/" && document.querySelector("#history")`,
  );
  expect(await page.run('document.querySelector("#history").parentElement.textContent')).toMatch(
    /Passed 2 of 3/,
  );
});

test('the episodes of a commit are saved as a table that is made in the browser', async () => {
  await page.visit(`${origin}/runs/${second}/`);
  await page.run(
    'globalThis.saved = []; const make = URL.createObjectURL; URL.createObjectURL = (blob) => { saved.push(blob); return make(blob); }',
  );
  await page.click('button[data-csv-of]');
  await page.until('saved.length === 1');
  const [head = '', ...rows] = (await page.run<string>('saved[0].text()')).trimEnd().split('\r\n');
  expect(head).toMatch(/^sha,date,runId,.*,synthetic$/);
  expect(rows.filter((row) => row.startsWith(`${second},`) && row.endsWith(',true'))).toHaveLength(20);
  expect(await page.run('seenErrors')).toEqual([]);
});

test('any two runs are compared from the address, and two that differ in their key get no difference', async () => {
  const runs = (a: string, b: string) => `${origin}/agents/compare/?a=${a}&b=${b}`;
  await page.visit(runs(`${first}@run-0-0`, `${second.slice(0, 5)}@run-1-0`));
  await page.until('!document.querySelector("#chosen").hidden');
  const chosen = () => page.run<string>('document.querySelector("#chosen").innerText');
  expect(await chosen()).toMatch(
    /B passed 0 tasks more often, 1 less often, 9 as often: it is not told apart from chance/,
  );
  await page.visit(runs(`${first}@run-0-0`, `${first}@hostile`));
  await page.until('!document.querySelector("#chosen").hidden');
  expect(await chosen()).toMatch(/Not comparable: other suite/);
  expect(await chosen()).not.toMatch(/better in B|worse in B|95 %/);
  await page.visit(runs('zz', third));
  await page.until('document.querySelector("#compare [role=status]").textContent.includes("is no commit")');
});

test('two rows are chosen on the leaderboard by check boxes and compared', async () => {
  await page.visit(`${origin}/agents/`);
  await page.click('table.sortable tbody tr:nth-child(1) .choose');
  expect(await page.run('document.querySelector("#two").textContent')).toBe(
    'Choose one more row to compare.',
  );
  await page.click('table.sortable tbody tr:nth-child(2) .choose');
  await page.visit(await page.run<string>('document.querySelector("#two a").href'));
  await page.until('document.querySelector("#chosen .pair")');
  expect(await page.run('document.querySelector("#chosen dl").textContent')).toMatch(
    /^A.+playwright.+B.+on /,
  );
});

test('each chart is drawn over its table when it comes near', async () => {
  await page.visit(`${origin}/agents/over-time/`);
  const count = await page.run<number>('document.querySelectorAll("canvas").length');
  expect(count).toBe(4);
  for (let index = 0; index < count; index++) {
    await page.run(`document.querySelectorAll("canvas")[${index}].scrollIntoView()`);
    await page.until(`"drawn" in document.querySelectorAll("canvas")[${index}].dataset`);
  }
  expect(await page.run('document.querySelector("figure:has(canvas) details").open')).toBe(false);
  expect(await page.run('seenErrors')).toEqual([]);
});

test('keys walk along the lines of a chart that are not hidden, and Enter opens the run', async () => {
  await page.visit(`${origin}/agents/over-time/`);
  await page.run('document.querySelector("canvas").focus()');
  await page.until('"drawn" in document.querySelector("canvas").dataset');
  const labels = await page.run<string[]>(
    '[...document.querySelectorAll("figure:has(canvas) .key button")].map((button) => button.textContent.trim())',
  );
  const said = () => page.run<string>('document.querySelector("figure:has(canvas) [role=status]").innerText');
  await page.press('ArrowLeft', 37);
  expect(await said()).toContain(`${labels[0]}, ${third.slice(0, 9)}`);
  await page.click('.key button');
  expect(await page.run('document.querySelector(".key button").ariaPressed')).toBe('false');
  await page.press('ArrowLeft', 37);
  await page.press('ArrowLeft', 37);
  expect(await said()).toContain(`${labels[1]}, ${second.slice(0, 9)}`);
  await page.press('Enter', 13);
  await page.until(`location.pathname.startsWith('${base}runs/${second}/')`);
});

test('the keyboard alone gets from the top of the page to a sorted table and a run', async () => {
  await page.visit(`${origin}/agents/`);
  const focused = () => page.run<string>('document.activeElement.textContent.trim()');
  await page.press('Tab', 9);
  expect(await focused()).toBe('Skip to the content');
  await page.press('Enter', 13);
  for (let steps = 0; steps < 30 && (await focused()) !== 'Passed'; steps++) await page.press('Tab', 9);
  expect(await focused()).toBe('Passed');
  await page.press('Enter', 13);
  await page.until(
    'document.querySelector("th[data-sort=passed]").getAttribute("aria-sort") === "descending"',
  );
  for (let steps = 0; steps < 20 && !/^c{9}$/.test(await focused()); steps++) await page.press('Tab', 9);
  await page.press('Enter', 13);
  await page.until(`location.pathname === '${base}runs/${third}/'`);
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
