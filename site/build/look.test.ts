// Longer than other files: all of it looks at one built site, and building that takes longer than looking.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/examples/example-run.ts';
import { listedPackages } from '../../harness/result/listed-packages.ts';
import { saveRun } from '../../harness/result/store/save-run.ts';
import { buildSite } from '../../harness/testing/build-site.ts';
import { faultsOfPage } from '../../harness/testing/faults-of-page.ts';
import { pageOf } from '../../harness/testing/page-of.ts';
import { serveFolder } from '../../harness/testing/serve-folder.ts';
import { apiFiles } from '../data/api-files.ts';
import { syntheticMarker } from '../history/synthetic-marker.ts';
import { builtPages, pageFiles, pageOfEachKind } from './page-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-look-'));
const shas = ['a', 'b', 'c'].map((digit) => digit.repeat(40));
const [first = '', second = '', third = ''] = shas;
let origin = '';
let closeServer = async () => {};

beforeAll(async () => {
  cpSync('results/references.json', join(folder, 'results/references.json'));
  for (const [index, sha] of shas.entries())
    for (const [serverIndex, id] of ['playwright', 'chrome-devtools'].entries())
      await measured(sha, index, serverIndex, id);
  writeFileSync(join(folder, 'results', syntheticMarker), '{}');
  await buildSite(join(folder, 'dist'), { RESULTS_DIR: join(folder, 'results') });
  const served = await serveFolder(join(folder, 'dist'));
  origin = served.origin;
  closeServer = served.close;
});
afterAll(async () => {
  await closeServer();
  rmSync(folder, { recursive: true, force: true });
});

test('a kind of page each: nothing in the console, from elsewhere, against axe or too wide for a phone', async () => {
  const page = await pageOf();
  const faults: string[] = [];
  const paths = pageOfEachKind(pageFiles(), builtPages(join(folder, 'dist')));
  // Beside one of each kind: where a clause failed, and a document with wide tables.
  for (const path of new Set([...paths, `/runs/${second}/`, '/docs/performance/', '/docs/validity/']))
    faults.push(...(await faultsOfPage(page, origin + path)));
  expect(faults).toEqual([]);
  expect(page.foreignRequests(origin)).toEqual([]);
});

test('every page and table of an invented history says SYNTHETIC', () => {
  const made = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
  const read = (name: string) => readFileSync(join(folder, 'dist', name), 'utf8');
  const pages = made.filter((name) => name.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(40);
  for (const html of pages.map(read)) {
    expect(html).toMatch(/<title>SYNTHETIC /);
    expect(html).toContain('<strong>SYNTHETIC</strong>');
    expect(html).not.toContain('computed from the result files of the repository');
  }
  for (const csv of made.filter((name) => name.endsWith('.csv')).map(read))
    expect(csv.slice(0, csv.indexOf('\r\n'))).toMatch(/,synthetic$/);
});

test('every file of data is on the page of the data, and every one that is named there is built', () => {
  const made = readdirSync(join(folder, 'dist/api/v1'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html' && !entry.name.endsWith('.schema.json'))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'dist').length));
  const isOf = (path: string, file: string) =>
    new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[^}]*\}/g, '[^/]+')}$`).test(file);
  expect(made.filter((file) => !apiFiles.some(({ path }) => isOf(path, file)))).toEqual([]);
  // Three commits are too few for an archive.
  const ofApi = apiFiles.filter(({ path }) => path.startsWith('/api/') && !path.includes('/archive/{'));
  expect(ofApi.filter(({ path }) => !made.some((file) => isOf(path, file)))).toEqual([]);
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
    await page.until(`location.pathname === '${path}' && document.readyState === 'complete'`);
    return page.run<string>('document.body.innerText');
  };
  expect(await text('/')).toMatch(/10 \/ 10 100\.0 %\s+these tasks 72\.2 to 100\.0 %/);
  expect(await text('/compare/')).toMatch(/A passed 9 \/ 10/);
  expect(await text(`/runs/${second}/`)).toContain('no element matches h1');
  expect(await text('/')).not.toContain('Rows with');
  const trends = await text('/trends/');
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

test('a search finds tasks and sections of documents, and its words are in the address', async () => {
  const page = await pageOf();
  await page.visit(`${origin}/search/?q=eiffel`);
  const found = (part: string) =>
    `[...document.querySelectorAll('#found a')].some((a) => a.pathname.includes('${part}'))`;
  await page.until(found('/tasks/task-03-wikipedia-eiffel-height/'));
  await page.run(
    'document.querySelector("input[name=q]").value = "comparability"; document.querySelector("input[name=q]").dispatchEvent(new Event("input", { bubbles: true }))',
  );
  await page.until(found('/docs/'));
  expect(await page.run('location.search')).toBe('?q=comparability');
  expect(await page.run('seenErrors')).toEqual([]);
});

test('light or dark is chosen on one page and holds on the next', async () => {
  const page = await pageOf();
  await page.show(1280, 'light');
  const paper = () => page.run('getComputedStyle(document.body).backgroundColor');
  await page.visit(`${origin}/method/`);
  const light = await paper();
  await page.click('button.theme');
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.visit(`${origin}/runs/`);
  expect(await paper()).toBe(dark);
  expect(await page.run('document.querySelector("button.theme").textContent')).toBe('Light');
});

test('sort and filter are in the address, and the address gives the same view again', async () => {
  const page = await pageOf();
  await page.visit(`${origin}/`);
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
    'document.querySelector("input[name=q]").value = "chrome"; document.querySelector("input[name=q]").dispatchEvent(new Event("input", { bubbles: true }))',
  );
  const shown = await view();
  expect(shown).toEqual([expect.stringContaining('chrome-devtools')]);
  expect(await page.run('document.querySelector("form.filter [role=status]").textContent')).toBe(
    '1 of 3 rows',
  );
  const address = await page.run<string>('location.href');
  expect(address).toBe(`${origin}/?sort=-name&q=chrome`);

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
  const page = await pageOf();
  await page.visit(`${origin}/runs/`);
  await page.click(`a[href^="/runs/${second}/"]`);
  await page.until(`location.pathname === '/runs/${second}/'`);
  await page.until('document.querySelector("tr.why code")?.textContent.includes("postconditions[1]")');
  expect(await page.run('document.querySelector(".change").textContent')).toMatch(/10 \/ 10; now 9 \/ 10/);
  await page.click('a[href="/tasks/task-02-mdn-fetch-syntax/"]');
  await page.until(
    'location.pathname === "/tasks/task-02-mdn-fetch-syntax/" && document.querySelector("#history")',
  );
  expect(await page.run('document.querySelector("#history").parentElement.textContent')).toMatch(
    /Passed 2 of 3/,
  );
});

test('the episodes of a commit are saved as a table that is made in the browser', async () => {
  const page = await pageOf();
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
  const page = await pageOf();
  const runs = (a: string, b: string) => `${origin}/compare/?a=${a}&b=${b}`;
  await page.visit(runs(`${first}@run-0-0`, `${second.slice(0, 5)}@run-1-0`));
  await page.until('!document.querySelector("#chosen").hidden');
  const chosen = () => page.run<string>('document.querySelector("#chosen").innerText');
  expect(await chosen()).toMatch(
    /B passed 0 tasks more often, 1 less often, 9 as often: it is not told apart from chance/,
  );
  await page.visit(runs(`${first}@run-0-0`, `${first}@fixtures`));
  await page.until('!document.querySelector("#chosen").hidden');
  expect(await chosen()).toMatch(/Not comparable: other suite/);
  expect(await chosen()).not.toMatch(/better in B|worse in B|95 %/);
  await page.visit(runs('zz', third));
  await page.until('document.querySelector("#compare [role=status]").textContent.includes("is no commit")');
});

test('two rows are chosen on the leaderboard by check boxes and compared', async () => {
  const page = await pageOf();
  await page.visit(`${origin}/`);
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
  const page = await pageOf();
  await page.visit(`${origin}/trends/`);
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
  const page = await pageOf();
  await page.visit(`${origin}/trends/`);
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
  await page.until(`location.pathname.startsWith('/runs/${second}/')`);
});

test('the keyboard alone gets from the top of the page to a sorted table and a run', async () => {
  const page = await pageOf();
  await page.visit(`${origin}/`);
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
  await page.until(`location.pathname === '/runs/${third}/'`);
});

/** The second commit breaks one task on the first server; the third mends it. */
async function measured(sha: string, index: number, serverIndex: number, id: string): Promise<void> {
  const day = `2026-01-0${index + 1}T00:0${serverIndex}:00Z`;
  const ids = taskIds.map((taskId, task) => {
    const changes = { taskId, durationMs: 1000 + 100 * task + 10 * index, toolCalls: 3 + serverIndex };
    return index === 1 && serverIndex === 0 && task === 1
      ? exampleFailure({ ...changes, error: 'x'.repeat(10_000) })
      : exampleResult(changes);
  });
  const server = {
    id,
    package: listedPackages[id]?.package ?? null,
    version: '1.0.0',
    toolsSha256: null,
  };
  const commit = {
    date: day,
    parents: index === 0 ? [] : [shas[index - 1] ?? ''],
    subject: `commit ${index}`,
  };
  const run = exampleRun({
    runId: `run-${index}-${serverIndex}`,
    startedAt: day,
    episodes: ids,
    config: { server, adapter: 'claude', model: 'a model' },
  });
  await saveRun(join(folder, 'results'), sha, commit, run);
  if (index + serverIndex > 0) return;
  await saveRun(
    join(folder, 'results'),
    sha,
    commit,
    exampleRun({ runId: 'fixtures', suite: 'fixtures', startedAt: day }),
  );
}

const taskIds = [
  'task-01-example-com-title',
  'task-02-mdn-fetch-syntax',
  'task-03-wikipedia-eiffel-height',
  'task-04-rfc-9110-section-9-title',
  'task-05-w3c-html-section-definition',
  'task-06-arxiv-2401-13919-abstract',
  'task-07-rust-string-trim-method',
  'task-08-mdn-array-map-return',
  'task-09-wikipedia-speed-of-light',
  'task-10-tc39-ecma262-strict-mode',
];
