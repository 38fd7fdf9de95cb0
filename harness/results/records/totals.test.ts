import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleFailure, exampleResult } from '../examples/example-run.ts';
import { wilson95 } from '../statistics/statistics.ts';
import { Totals } from './result.ts';
import { Status } from './statuses.ts';
import { totalsOf } from './totals.ts';

test('a run without episodes has totals that claim nothing', () => {
  expect(totalsOf([])).toEqual({
    episodes: 0,
    passed: 0,
    failed: 0,
    errored: 0,
    score: { passed: 0, total: 0, rate: 0, wilson95: [0, 1] },
    medianDurationMs: null,
    p95DurationMs: null,
    medianToolCalls: null,
    medianResponseBytes: null,
    usd: null,
  });
});

test('what was lost to us is counted apart and stays in the denominator', () => {
  const totals = totalsOf([
    exampleResult({ taskId: 'a' }),
    exampleFailure({ taskId: 'b' }),
    exampleFailure({ taskId: 'c', status: 'timeout' }),
    exampleFailure({ taskId: 'd', status: 'tool_error' }),
  ]);
  expect(totals).toMatchObject({ episodes: 4, passed: 1, failed: 2, errored: 1 });
  expect(totals.score).toEqual({ passed: 1, total: 4, rate: 0.25, wilson95: wilson95(1, 4) });
});

test('on these tasks each trial counts, whatever its task', () => {
  const trials = ['a', 'b'].flatMap((taskId) =>
    [1, 2, 3, 4].map((trial) => (taskId === 'a' ? exampleResult : exampleFailure)({ taskId, trial })),
  );
  expect(totalsOf(trials).score).toEqual({ passed: 4, total: 8, rate: 0.5, wilson95: wilson95(4, 8) });
});

test('one unknown cost makes the bill unknown, and a free run costs nothing', () => {
  const paid = exampleResult({ usd: 0.1 });
  expect(totalsOf([paid, exampleResult({ usd: 0.2 })]).usd).toBe(0.3);
  expect(totalsOf([paid, exampleResult({ usd: null })]).usd).toBeNull();
  expect(totalsOf([exampleResult({ usd: 0 })]).usd).toBe(0);
});

test('every episode is passed, failed or errored, and the totals fit their schema', () => {
  const result = fc
    .record({ status: fc.constantFrom(...Status.options), taskId: fc.constantFrom('a', 'b', 'c') })
    .map(({ status, taskId }) => exampleResult({ status, taskId, success: status === 'passed' }));
  fc.assert(
    fc.property(fc.array(result, { maxLength: 40 }), (results) => {
      const totals = Totals.parse(totalsOf(results));
      expect(totals.passed + totals.failed + totals.errored).toBe(results.length);
      expect(totals.score.wilson95[0]).toBeLessThanOrEqual(totals.score.rate);
      expect(totals.score.wilson95[1]).toBeGreaterThanOrEqual(totals.score.rate);
    }),
    { numRuns: 50 },
  );
});
