import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thisProject } from '../../harness/cli/this-project.ts';
import { buildDemo, demoTasks, writeDemo } from '../demo/demo.ts';
import { builtPages } from './page-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-sizes-'));
const dist = join(folder, 'dist');

beforeAll(async () => {
  // Of this project, so that the pages of tasks have their charts.
  const taskIds = await demoTasks(thisProject.tasks, 30);
  const scale = { commits: 200, taskIds, runsPerCommit: 3, rows: 20, trials: 3, seed: 1 };
  buildDemo(writeDemo(folder, thisProject.results, scale), dist);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('of 20 agents, 30 tasks and 200 commits no page takes more than 60 KB, of charts and the matrix 120', () => {
  const large = builtPages(dist)
    .map((path) => ({
      path,
      bytes: bytesOf(path),
      most: /^\/(trends|matrix)\//.test(path) ? 120_000 : 60_000,
    }))
    .filter(({ bytes, most }) => bytes > most);
  expect(large).toEqual([]);
});

/** As a compressing server sends a page with its styles and scripts, those that are loaded later too; pictures are lazy. */
function bytesOf(path: string): number {
  const html = readFileSync(join(dist, path, path.endsWith('/') ? 'index.html' : ''), 'utf8');
  const files = new Set<string>();
  for (const [, address = ''] of html.matchAll(
    /(?:<script[^>]*? src|<link rel="stylesheet" href)="([^"]+)"/g,
  ))
    addWithImports(address, files);
  for (const [, text = ''] of html.matchAll(/<script type="module">(.*?)<\/script>/gs))
    for (const address of importsOf(text, '/')) addWithImports(address, files);
  return [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length,
    gzipSync(html).length,
  );
}

function addWithImports(file: string, files: Set<string>): void {
  if (files.has(file)) return;
  files.add(file);
  if (!file.endsWith('.js')) return;
  const text = readFileSync(join(dist, file), 'utf8');
  for (const address of importsOf(text, posix.dirname(file))) addWithImports(address, files);
}

function importsOf(text: string, folder: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*["'`]([^"'`]+\.js)["'`]/g)].map(([, address = '']) =>
    posix.resolve(folder, address),
  );
}
