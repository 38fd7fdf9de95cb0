import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { scratchProject } from './scratch-project.ts';

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

/** What becomes of the measure without a site. */
export type Made = { totals: object; row: object; table: string[]; old: boolean };

/** A copy of the project with a measure and a page more, and runs at two commits. */
export async function projectWithMembers(): Promise<{ folder: string; made: Made }> {
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
  addLine('site/words/sections.ts', /(?<=\n)(?=\];)/, "  { path: '/errors/', name: 'Errors' },\n");
  addFile('play.mjs', play);
  const made = JSON.parse(execFileSync(process.execPath, ['play.mjs'], { cwd: folder, encoding: 'utf8' }));
  return { folder, made };
}
