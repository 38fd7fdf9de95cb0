import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { kinds } from '../../judge/operator-of.ts';
import {
  exampleFailure,
  exampleModel,
  exampleResult,
  exampleRun,
} from '../../results/examples/example-run.ts';
import type { ResultsFile } from '../../results/records/result.ts';
import { standingsOf } from '../../results/standings/standings.ts';
import {
  controlTable,
  liveTable,
  liveTableLines,
  operatorsSection,
  operatorsTable,
  statusTable,
} from './doc-tables.ts';

test('the committed table of live runs is current', async () => {
  expect(await liveTable(thisProject, 'check')).toEqual({ current: true });
});

test('a live run of a model stands with its endpoint, and a hermetic one or one of part of the suite does not', () => {
  const model = { adapter: 'claude', model: 'claude-sonnet-5-5', web: 'live' as const, webSha256: null };
  const priced = [
    exampleResult({ usd: 0.0125 }),
    exampleFailure({ taskId: 'task-02-mdn-fetch-syntax', usd: 0.02 }),
  ];
  const runs = [
    exampleRun({ runId: 'live', config: model, episodes: priced }),
    exampleRun({
      runId: 'other',
      config: { ...model, model: exampleModel('claude-sonnet-5-5', 'private'), kind: 'model' },
      episodes: priced,
    }),
    exampleRun({ runId: 'hermetic', config: { ...model, web: 'hermetic' } }),
    exampleRun({ runId: 'part', config: { ...model, model: 'another', partial: true } }),
  ];
  const file: ResultsFile = {
    schema: 'contract-bench.results.v2',
    sha: 'a'.repeat(40),
    commit: { date: '2026-01-02T00:00:00Z', parents: [] },
    runs,
  };
  const lines = liveTableLines(standingsOf([file]), []);
  expect(lines.slice(2, -2).sort()).toEqual([
    '| claude-sonnet-5-5 (private) on playwright 0.0.83 | contract-eval | 1 / 2 | 1.23 s | 4 | 0.0325 USD | 2026-01-02 |',
    '| claude-sonnet-5-5 on playwright 0.0.83 | contract-eval | 1 / 2 | 1.23 s | 4 | 0.0325 USD | 2026-01-02 |',
  ]);
  expect(lines.at(-1)).toContain('not directly comparable');
});

test('the committed table of operators is current', async () => {
  expect(await operatorsSection(thisProject, 'check')).toEqual({ current: true });
});

test('every kind has a row of its own', () => {
  const rows = operatorsTable().slice(2);
  expect(rows.map((row) => /^\| `(\w+)` \|/.exec(row)?.[1])).toEqual(kinds);
});

test('docs/validity.md has every control', async () => {
  expect(await controlTable(thisProject, 'check')).toEqual({ current: true });
});

test('docs/exit-codes.md has every status', async () => {
  expect(await statusTable(thisProject, 'check')).toEqual({ current: true });
});
