import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite } from '../../harness/testing/build-site.ts';
import { writeDemo } from './write-demo.ts';

const projectResults = join(import.meta.dirname, '../../results');
const folder = mkdtempSync(join(tmpdir(), 'demo-build-'));

beforeAll(async () => {
  const scale = { commits: 30, taskIds: ['task-01-example-com-title', 'gone'], runsPerCommit: 5, seed: 1 };
  const results = writeDemo(folder, projectResults, scale);
  await buildSite(join(folder, 'dist'), { RESULTS_DIR: results });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = (ending: string) =>
  readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => [name, readFileSync(join(folder, 'dist', name), 'utf8')] as const);

test('every page of an invented history says SYNTHETIC, in its title and on it', () => {
  const pages = files('.html');
  expect(pages.length).toBeGreaterThan(60);
  for (const [name, html] of pages) {
    expect(html, name).toMatch(/<title>SYNTHETIC /);
    expect(html, name).toContain('<strong>SYNTHETIC</strong>');
    expect(html, name).not.toContain('computed from the result files of the repository');
  }
});

test('so does every table of data', () => {
  const tables = files('.csv');
  expect(tables.length).toBeGreaterThan(30);
  for (const [name, csv] of tables) expect(csv.slice(0, csv.indexOf('\r\n')), name).toMatch(/,synthetic$/);
});
