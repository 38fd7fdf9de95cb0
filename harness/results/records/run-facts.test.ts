import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../examples/example-run.ts';
import { wilson95 } from '../statistics/statistics.ts';
import { Totals } from './result.ts';
import {
  agentOverheadOf,
  extentOf,
  leastConfined,
  partWords,
  passedWords,
  tokensClaimedIn,
  totalsOf,
} from './run-facts.ts';
import { statusNames } from './statuses.ts';

test.each([
  [[], null],
  [[null, null], null],
  [[true, null], true],
  [[true, true], true],
  [[true, false, null], false],
])('of %j the least is %j', (parts, least) => {
  expect(leastConfined(parts.map((confined) => ({ confined })))).toBe(least);
});

const passed = ['a', 'b'].map((taskId) => exampleResult({ taskId }));
const left = (count: number, why: 'cannot' | 'not_asked' | 'no_recording') =>
  Array.from({ length: count }, (_, index) => ({ taskId: `${why}-${index}`, why }));
const partOf = (notRun: ReturnType<typeof left>, trials = 1) =>
  exampleRun({ episodes: passed, notRun, config: { partial: true, trials } });

test('what was not run is in the denominator, and what the server cannot do is told apart', () => {
  expect(passedWords(exampleRun({ episodes: passed }))).toBe('2 / 2');
  expect(passedWords(partOf(left(8, 'no_recording')))).toBe('2 / 10 (8 not run)');
  expect(passedWords(partOf([...left(7, 'not_asked'), ...left(1, 'cannot')]))).toBe(
    '2 / 10 (7 not run, 1 left out for the server)',
  );
  expect(passedWords(partOf(left(1, 'cannot'), 3))).toBe('2 / 5 (3 left out for the server)');
});

test('a run that is cut short, and a part of which nobody kept what it leaves out, say so', () => {
  expect(passedWords(exampleRun({ episodes: passed, complete: false }))).toBe('2 / 2 (not complete)');
  expect(passedWords(exampleRun({ episodes: passed, config: { partial: true } }))).toBe(
    '2 / 2 (part of the suite)',
  );
  expect(extentOf(partOf(left(8, 'not_asked'))).isWhole).toBe(false);
});

test('why a run is part of its suite is the cause that it stored', () => {
  const [asked, cannot] = [
    'Only some tasks of the suite were asked for',
    'Some tasks of the suite were left out for the server',
  ];
  expect(partWords(exampleRun())).toBeNull();
  expect(partWords(exampleRun({ config: { partial: true } }))).toBe(asked);
  expect(partWords(partOf(left(2, 'cannot')))).toBe(cannot);
  expect(partWords(partOf([...left(1, 'not_asked'), ...left(1, 'cannot')]))).toBe(`${asked}. ${cannot}`);
  expect(partWords(partOf(left(2, 'no_recording')))).toBe('Some tasks of the suite have no recording');
});

const tokens = (input: number) => ({ input, output: 10, cacheRead: 5, cacheWrite: 0 });

test('an agent that says less than the wire counted is seen by the sums', () => {
  const episodes = [
    { tokens: tokens(100), claimedTokens: tokens(60) },
    { tokens: tokens(100), claimedTokens: tokens(100) },
    // Nothing of these can be compared.
    { tokens: null, claimedTokens: tokens(900) },
    { tokens: tokens(900), claimedTokens: null },
  ];
  expect(tokensClaimedIn(episodes)).toEqual({ episodes: 2, claimed: 190, counted: 230 });
});

test('where no agent said anything there is nothing to say', () => {
  expect(tokensClaimedIn([{ tokens: tokens(1), claimedTokens: null }])).toBeNull();
});

const episode = (adapter: number, requests: number | null, input: number) => ({
  phases: { start: 1, reset: 1, adapter, tool: 5, judge: 1, stop: 1 },
  durationMs: adapter + 10,
  requests,
  tokens: requests === null ? null : { input, output: 7, cacheRead: 3 * input, cacheWrite: 0 },
});

test('the time is the median of the episodes, the requests are those that were counted', () => {
  expect(agentOverheadOf([episode(100, 2, 50), episode(300, 4, 100), episode(200, null, 0)])).toEqual({
    ownMs: 200,
    durationMs: 210,
    model: { requestsAnEpisode: 3, inputTokensARequest: 100 },
  });
});

test('an agent without a model has no requests, and of no episode nothing is known', () => {
  expect(agentOverheadOf([episode(100, null, 0)])).toEqual({ ownMs: 100, durationMs: 110, model: null });
  expect(agentOverheadOf([])).toBeNull();
});

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
    .record({ status: fc.constantFrom(...statusNames), taskId: fc.constantFrom('a', 'b', 'c') })
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
