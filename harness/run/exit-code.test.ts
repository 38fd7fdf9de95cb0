import { expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../results/examples/example-run.ts';
import type { Result, Run } from '../results/records/result.ts';
import { exitCodeOf } from './exit-code.ts';

const runId = '20260102T030405Z-abcdef-fixtures';
const startedAt = '2026-01-02T03:04:05.000Z';

function runOf(kind: 'replay' | 'model', episode: Result, changes: Partial<Run> = {}): Run {
  const run = exampleRun({
    ...{ runId, startedAt, episodes: [episode] },
    config: { kind, ...(kind === 'model' ? { model: 'some-model' } : {}) },
  });
  return { ...run, ...changes };
}

const quiet = { interrupted: false, notRecorded: [], strict: false };

test.each<[string, Partial<Parameters<typeof exitCodeOf>[0]> & { runs: Run[] }, number]>([
  ['a replay that passed', { runs: [runOf('replay', exampleResult())] }, 0],
  ['a replay that did not pass', { runs: [runOf('replay', exampleFailure())] }, 1],
  ['a model that did not pass', { runs: [runOf('model', exampleFailure())] }, 0],
  ['a model that must pass and did not', { runs: [runOf('model', exampleFailure())], strict: true }, 1],
  ['a model that must pass and did', { runs: [runOf('model', exampleResult())], strict: true }, 0],
  ['a model whose API failed', { runs: [runOf('model', exampleFailure({ status: 'model_error' }))] }, 3],
  ['a model of which something is left', { runs: [runOf('model', exampleResult(), { complete: false })] }, 3],
  [
    'a model of which nothing was played',
    { runs: [runOf('model', exampleResult(), { complete: false, episodes: [] })] },
    3,
  ],
  ['a replay that is not recorded', { runs: [runOf('replay', exampleResult())], notRecorded: ['x'] }, 1],
  ['nothing', { runs: [] }, 1],
  ['what was interrupted', { runs: [runOf('replay', exampleResult())], interrupted: true }, 130],
])('%s ends with its code', (_, end, code) => {
  expect(exitCodeOf({ ...quiet, ...end })).toBe(code);
});
