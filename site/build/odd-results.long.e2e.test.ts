import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { saveRun } from '../../harness/results/store/save-run.ts';
import { buildSite } from '../../harness/testing/build-site.ts';
import {
  exampleShas,
  hostile,
  hostileRun,
  writeExampleHistory,
} from '../../harness/testing/example-history.ts';

test('a results file that breaks the schema fails the build with its name and the field', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-broken-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const results = join(folder, 'results');
  await writeExampleHistory(results);
  const broken = join(results, `${exampleShas[0]}.json`);
  writeFileSync(broken, readFileSync(broken, 'utf8').replace('"status":"passed"', '"status":"wonderful"'));
  await expect(buildSite(join(folder, 'none'), { RESULTS_DIR: results })).rejects.toThrow(
    `${broken}: runs[0].episodes[0].status: must be one of passed, `,
  );
});

test('text from results stays text where a replay has it and its commit has no date', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-hostile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [results, dist] = [join(folder, 'results'), join(folder, 'dist')];
  const run = hostileRun('2026-01-01T00:00:00Z', { kind: 'replay', adapter: 'replay' });
  await saveRun(results, exampleShas[0] ?? '', { date: null, parents: [], subject: hostile }, run);
  await buildSite(dist, { RESULTS_DIR: results });
  const page = readFileSync(join(dist, 'runs', exampleShas[0] ?? '', 'index.html'), 'utf8');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toContain('SYNTHETIC');
  const pages = globSync('**/*.html', { cwd: dist }).map((name) => readFileSync(join(dist, name), 'utf8'));
  expect(pages.length).toBeGreaterThan(40);
  // Between quotes that it does not end, a tag is text too.
  for (const html of pages.map((page) => page.replaceAll(/="[^"]*"/g, '')))
    expect(html.match(/.{60}(<img src=x|<script>alert).{60}/s)?.[0]).toBeUndefined();
});
