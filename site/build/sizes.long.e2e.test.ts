import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { thisProject } from '../../harness/cli/this-project.ts';
import { buildDemo, demoTasks, writeDemo } from '../demo/demo.ts';
import { builtPages } from './page-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-sizes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** HTML alone, in bytes before compression; scripts, styles, fonts and images are apart. */
function sizesOf(dist: string) {
  const sizes = builtPages(dist).map((path) => ({
    path,
    html: readFileSync(join(dist, path, path.endsWith('/') ? 'index.html' : '')),
    most: /^\/(agents\/matrix|servers\/(can-do|honest|hidden-text|reach))\//.test(path) ? 120_000 : 60_000,
  }));
  return {
    // An old address that leads to a page is none itself.
    pages: sizes.filter(({ html }) => !html.includes('<title>Moved</title>')).length,
    htmlBytes: sizes.reduce((sum, { html }) => sum + html.length, 0),
    tooLarge: sizes.flatMap(({ path, html, most }) =>
      html.length > most ? [{ path, bytes: html.length, most }] : [],
    ),
  };
}

/** The commits that had results when the bounds were set. */
const fixture = ['09682e882', '34310d209', '8a414ceff', '8ea2a783d', '969d3881f', '9a3813856', 'a1858e849'];
const commitOf = (name: string) => /^([0-9a-f]{9})[0-9a-f]{31}(?:\.json)?$/.exec(name)?.[1];

/**
 * Those results had only the first kind of records of servers, beside those of capabilities and of hidden texts.
 * `first-records/` has those that later records replaced.
 */
function keepFirstRecords(results: string): void {
  const servers = join(results, 'servers');
  const isFirst = (file: string) => readFileSync(file, 'utf8').includes('"contract-bench.servers.v1"');
  for (const name of readdirSync(servers))
    if (!name.endsWith('.json') || !isFirst(join(servers, name)))
      rmSync(join(servers, name), { recursive: true });
  cpSync(join(import.meta.dirname, 'first-records'), results, { recursive: true });
  expect(readdirSync(servers).length).toBe(10);
}

test('the results of seven commits make at most 700 pages and 20 MB of HTML, and no page is too large', () => {
  const [results, dist] = [join(folder, 'fixture'), join(folder, 'fixture-dist')];
  cpSync(thisProject.results, results, {
    recursive: true,
    filter: (source) => fixture.includes(commitOf(basename(source)) ?? fixture[0] ?? ''),
  });
  expect(readdirSync(results).flatMap((name) => commitOf(name) ?? [])).toEqual(fixture);
  keepFirstRecords(results);
  buildDemo(results, dist);
  const { pages, htmlBytes, tooLarge } = sizesOf(dist);
  expect(tooLarge).toEqual([]);
  expect(pages).toBeLessThanOrEqual(700);
  expect(htmlBytes).toBeLessThanOrEqual(20e6);
});

test('the results of this project make at most 2,000 pages and 60 MB of HTML, and no page is too large', () => {
  const dist = join(folder, 'own');
  buildDemo(thisProject.results, dist);
  const { pages, htmlBytes, tooLarge } = sizesOf(dist);
  expect(tooLarge).toEqual([]);
  expect(pages).toBeLessThanOrEqual(2000);
  expect(htmlBytes).toBeLessThanOrEqual(60e6);
});

test('20 agents, 30 tasks and 200 commits make at most 2,000 pages and 60 MB of HTML, and no page is too large', async () => {
  // Of this project, so that the pages of tasks have their charts.
  const taskIds = await demoTasks(thisProject.tasks, 30);
  const scale = { commits: 200, taskIds, runsPerCommit: 3, rows: 20, trials: 3, seed: 1 };
  const dist = join(folder, 'usual');
  buildDemo(writeDemo(join(folder, 'demo'), thisProject.results, scale), dist);
  const { pages, htmlBytes, tooLarge } = sizesOf(dist);
  expect(tooLarge).toEqual([]);
  expect(pages).toBeLessThanOrEqual(2000);
  expect(htmlBytes).toBeLessThanOrEqual(60e6);
});

test('300 agents on 120 tasks with 5 trials make at most 150 MB, 2,000 pages and 60 MB of HTML, no file of 20 MB, and no page is too large', async () => {
  const taskIds = await demoTasks(thisProject.tasks, 120);
  const scale = { commits: 1, taskIds, runsPerCommit: 3, rows: 300, trials: 5, seed: 1 };
  const dist = join(folder, 'large');
  const { sizeMb, peakMb } = buildDemo(
    writeDemo(join(folder, 'large-demo'), thisProject.results, scale),
    dist,
  );
  expect(sizeMb).toBeLessThanOrEqual(150);
  expect(peakMb).toBeLessThanOrEqual(2000);
  const { pages, htmlBytes, tooLarge } = sizesOf(dist);
  expect(tooLarge).toEqual([]);
  expect(pages).toBeLessThanOrEqual(2000);
  expect(htmlBytes).toBeLessThanOrEqual(60e6);
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const large = files.filter(({ parentPath, name }) => statSync(join(parentPath, name)).size > 20e6);
  expect(large.map(({ name }) => name)).toEqual([]);
});
