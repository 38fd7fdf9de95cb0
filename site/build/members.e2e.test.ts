import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildSite } from '../../harness/testing/build-site.ts';
import { scratchProject } from '../../harness/testing/scratch-project.ts';
import { isLong } from '../../harness/testing/sized.ts';
import { builtPages, pageFiles, pageOfEachKind } from './page-files.ts';

const measure = `
import { count } from '../../platform/words/units.ts';
import { median } from './aggregate/median.ts';
import { defineMeasure } from './measure.ts';

export const serverErrors = defineMeasure({
  id: 'serverErrors',
  title: 'Server errors',
  unit: count,
  better: 'less',
  of: ({ serverErrors }: { serverErrors: number }) => serverErrors,
  aggregate: median(),
});
`;

const page = `---
import Page from '../layouts/Page.astro';
---
<Page title="Errors" description="What the servers answered with an error."><h1>Errors</h1></Page>
`;

/** Saves a run at each of two commits and prints what becomes of the measure without a site. */
const play = `
import { exampleResult, exampleRun } from './harness/results/examples/example-run.ts';
import { closingTable } from './harness/run/reporters/results-table.ts';
import { Run } from './harness/results/records/result.ts';
import { readHistory } from './harness/results/records/read-history.ts';
import { standingsOf } from './harness/results/standings/standings.ts';
import { saveRun } from './harness/results/store/save-run.ts';

const run = exampleRun({ config: { adapter: 'claude', model: 'a model' }, episodes: [1, 3, 8].map((serverErrors, n) => exampleResult({ taskId: 'task-' + n, serverErrors })) });
for (const digit of ['a', 'b']) await saveRun('results', digit.repeat(40), { date: null, parents: [] }, run);
const { medianServerErrors: _, ...totals } = run.totals;
const [row] = standingsOf(readHistory('results')).flatMap(({ rows }) => rows);
console.log(JSON.stringify({ totals: run.totals, row, table: closingTable({ runs: [{ run, order: run.episodes, scheduled: [], notRun: [] }], suites: new Map() }), old: Run.safeParse({ ...run, totals }).success }));
`;

let folder = '';
let made: Made;

const hostile =
  '\n\n<meta http-equiv="refresh" content="0;url=https://evil.example/">\n\n[a](javascript:alert(1)) <iframe src="//evil.example">\n';

beforeAll(async () => {
  ({ folder, made } = await projectWithMembers());
  appendFileSync(join(folder, 'tasks/fixtures/example-h1.md'), hostile);
  if (isLong)
    await buildSite(join(folder, 'dist'), { SITE_URL: 'https://example.org' }, { checkout: folder });
});

test('a measure is one file and one line: totals, standings, history and the terminal have it', async () => {
  expect(made.totals).toHaveProperty('medianServerErrors', 3);
  expect(made.row).toHaveProperty('serverErrors.median', 3);
  expect(made.row).toHaveProperty('history.1.medianServerErrors', 3);
  const head = made.table.findIndex((line) => line.endsWith('median server errors'));
  expect(made.table[head + 1]).toMatch(/ 3$/);
  expect(made.old).toBe(true);
});

if (isLong) {
  const read = (name: string) => readFileSync(join(folder, 'dist', name), 'utf8');

  test('the files of data, the leaderboard, the page of a run and the trends have it', () => {
    for (const name of ['leaderboard', 'series']) {
      const [head = '', line = ''] = read(`api/v1/${name}.csv`).split('\r\n');
      expect(line.split(',')[head.split(',').indexOf('medianServerErrors')]).toBe('3');
    }
    expect(read('api/v1/leaderboard.json')).toContain('"serverErrors":{"median":3,"interval95":null}');
    expect(read('agents/index.html')).toMatch(/<th[^>]*data-sort="serverErrors"[^>]*>Server errors<\/th>/);
    expect(read('agents/index.html')).toMatch(/<td[^>]*data-label="Server errors"[^>]*data-value="3">\s*3/);
    expect(read(`runs/${'a'.repeat(40)}/index.html`)).toContain('<dt>Median server errors</dt><dd>3</dd>');
    expect(read('agents/over-time/index.html')).toContain('data-chart="serverErrors-trend"');
  });

  test('the page of a task shows raw HTML as text, and no link runs a script', () => {
    const page = read('tasks/example-h1/index.html');
    expect(page).toContain('&lt;meta http-equiv="refresh"');
    expect(page).toContain('&lt;iframe src="//evil.example"');
    expect(page).not.toMatch(/<meta http-equiv="refresh"|<iframe|href="javascript/);
  });

  test('a page is one file and one line: navigation, sitemap and the look at each kind have it', () => {
    expect(read('index.html')).toMatch(/<a href="\/errors\/"[^>]*>Errors<\/a>/);
    expect(read('errors/index.html')).toMatch(
      /<a href="\/errors\/"[^>]* aria-current="page"[^>]*>Errors<\/a>/,
    );
    expect(read('sitemap.xml')).toContain('<loc>https://example.org/errors/</loc>');
    expect(pageOfEachKind(pageFiles(folder), builtPages(join(folder, 'dist')))).toContain('/errors/');
  });
}

/** What becomes of the measure without a site. */
type Made = { totals: object; row: object; table: string[]; old: boolean };

/** A copy of the project with a measure and a page more, and runs at two commits. */
async function projectWithMembers(): Promise<{ folder: string; made: Made }> {
  const { folder } = await scratchProject({ git: false });
  const addFile = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const addLine = (name: string, where: RegExp, line: string) => {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text, name).toMatch(where);
    addFile(name, text.replace(where, line));
  };
  addFile('harness/results/measures/server-errors.ts', measure);
  addLine(
    'harness/results/measures/index.ts',
    /(?=import)/,
    "import { serverErrors } from './server-errors.ts';\n",
  );
  addLine('harness/results/measures/index.ts', /(?=\] as const)/, ', serverErrors');
  addFile('site/pages/errors.astro', page);
  const place = "  { name: 'Errors', tabs: [{ path: '/errors/', name: 'Errors' }] },\n";
  addLine('site/words/href.ts', /(?<=const places[^;]*\n)(?=\];)/, place);
  addFile('play.mjs', play);
  const made = JSON.parse(execFileSync(process.execPath, ['play.mjs'], { cwd: folder, encoding: 'utf8' }));
  return { folder, made };
}
