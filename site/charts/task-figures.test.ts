import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSiteHistory } from '../../harness/publish/board/read-site-history.ts';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import { saveRun } from '../../harness/results/store/save-run.ts';
import { taskFigures } from './task-figures.ts';

const folder = mkdtempSync(join(tmpdir(), 'task-figures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('rows of one key are drawn together, those of two keys apart, and a miss says what it was', async () => {
  const episodes = [exampleFailure({ taskId: 'a', durationMs: 1500 })];
  const runs = [
    exampleRun({ runId: 'one', episodes }),
    exampleRun({ runId: 'two', episodes, config: { adapter: 'noop' } }),
    exampleRun({ runId: 'three', episodes: [exampleResult({ taskId: 'a' })], config: { web: 'live' } }),
  ];
  for (const run of runs) await saveRun(folder, '0000001', { date: null, parents: [] }, run);
  const { outcomes, standings } = readSiteHistory(folder);
  const figures = taskFigures(outcomes.get('a') ?? [], standings);
  expect(figures.map(({ group, figure }) => [group.web, figure.lines.length]).sort()).toEqual([
    ['hermetic', 2],
    ['live', 1],
  ]);
  const hermetic = figures.find(({ group }) => group.web === 'hermetic');
  expect(hermetic?.figure.lines[0]?.points[0]?.cells).toEqual([
    { value: 1500, text: '1.5 s, failed', interval: null, step: null },
  ]);
});
