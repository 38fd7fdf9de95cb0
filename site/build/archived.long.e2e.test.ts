import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { historyIndex } from '../../harness/results/records/read-history.ts';
import { buildSite } from '../../harness/testing/build-site.ts';
import { faultsOfPage } from '../../harness/testing/faults-of-page.ts';
import { pageOf } from '../../harness/testing/page-of.ts';
import { serveFolder } from '../../harness/testing/serve-folder.ts';
import { writeDemo } from '../demo/demo.ts';
import { commitInArchive } from '../scripts/fetch-results.ts';
import { checkLinks } from './dead-links.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-archived-'));
const dist = join(folder, 'dist');
const base = '/repo/';
let results = '';
let shas: string[] = [];
let origin = '';
let closeServer = async () => {};

// A hundred commits more than are whole, and a board of 20 rows at the newest.
beforeAll(async () => {
  const taskIds = Array.from({ length: 30 }, (_, index) => `example-task-${index + 1}`);
  const scale = { commits: 300, taskIds, runsPerCommit: 2, rows: 20, trials: 3, seed: 1 };
  results = writeDemo(folder, 'results', scale);
  shas = historyIndex(results).map(({ sha }) => sha);
  const address = { SITE_URL: 'https://example.org', BASE_PATH: base };
  await buildSite(dist, {
    ...address,
    RESULTS_DIR: results,
    REPOSITORY_URL: 'https://example.com/repository',
  });
  ({ origin, close: closeServer } = await serveFolder(dist, base));
});
afterAll(async () => {
  await closeServer();
  rmSync(folder, { recursive: true, force: true });
});

const read = (name: string) => readFileSync(join(dist, name), 'utf8');

test('a commit is archived whole, its address says where, and every link leads somewhere', () => {
  const { archives } = JSON.parse(read('api/v1/archive/index.json'));
  expect(archives).toMatchObject([{ path: 'api/v1/archive/1-100.jsonl.gz', from: shas[0], to: shas[99] }]);
  const text = gunzipSync(readFileSync(join(dist, archives[0].path))).toString();
  for (const sha of shas.slice(0, 100)) {
    expect(commitInArchive(text, sha)).toEqual(
      JSON.parse(readFileSync(join(results, `${sha}.json`), 'utf8')),
    );
  }
  const [oldest = ''] = shas;
  expect(text.split('\n')[1]).toContain(oldest);
  expect(read(`runs/${oldest}/index.html`)).toMatch(/1-100\.jsonl\.gz<\/a>, line 2,/);
  expect(Buffer.byteLength(read(`runs/${oldest}/index.html`))).toBeLessThan(3000);
  expect(readdirSync(join(dist, 'api/v1/runs'))).not.toContain(`${oldest}.json`);
  expect(read('sitemap.xml')).not.toContain(oldest);
  expect(checkLinks(dist, base).dead).toEqual([]);
});

test('the page of an archived commit, a board and a run of it are as any page should be', async () => {
  const page = await pageOf();
  const newest = shas.at(-1) ?? '';
  const [run = ''] = readdirSync(join(dist, 'runs', newest)).filter((name) => name !== 'index.html');
  for (const path of [`runs/${shas[0]}/`, `runs/${newest}/`, `runs/${newest}/${run}/`, 'runs/'])
    expect(await faultsOfPage(page, `${origin}${base}${path}`)).toEqual([]);
  await page.show(1280, 'light');
  await page.visit(`${origin}${base}runs/${newest}/`);
  expect(await page.run('document.querySelectorAll("table.sortable tbody tr").length')).toBe(20);
  expect(await page.run('document.documentElement.scrollHeight')).toBeLessThanOrEqual(6000);
});

test('an archived commit is compared with one that is not', async () => {
  const page = await pageOf();
  await page.visit(`${origin}${base}agents/compare/?a=${shas[0]}&b=${shas[299]}`);
  await page.until('!document.querySelector("#chosen").hidden');
  expect(await page.run('document.querySelectorAll("#chosen tbody tr").length')).toBe(30);
  expect(await page.run('seenErrors')).toEqual([]);
});
