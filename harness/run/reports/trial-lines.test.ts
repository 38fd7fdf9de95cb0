import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  exampleFailure,
  exampleModel,
  exampleResult,
  exampleRun,
} from '../../results/examples/example-run.ts';
import { effortOf, rehearsalLines, subjectLines, trialLines, trialsOf, trialTable } from './trial-lines.ts';

const tokens = { input: 100, output: 20, cacheRead: 300, cacheWrite: 40 };

/** Four tasks of three trials: all, two, one and none of them passed. */
const episodes = [3, 2, 1, 0].flatMap((passes, task) =>
  [1, 2, 3].map((trial) =>
    (trial <= passes ? exampleResult : exampleFailure)({
      taskId: `task-${task}`,
      trial,
      durationMs: 1000 * (task * 3 + trial),
      tokens,
      usd: 0.01 * trial,
      requests: 5,
      pausedMs: 2000,
      modelMs: 1500,
      ...(trial === 1 ? { requestRetries: 2 } : {}),
    }),
  ),
);

test('three trials of four tasks, counted by hand', () => {
  expect(trialsOf(episodes)).toEqual({
    k: 3,
    tasks: [3, 2, 1, 0].map((passed, task) => ({ taskId: `task-${task}`, passed, trials: 3 })),
    passAt1: expect.closeTo(0.5, 12),
    passHatK: 0.25,
    atLeastOnceInK: 0.75,
  });
  const effort = effortOf(episodes);
  expect(effort).toMatchObject({ meanDurationMs: 6500, medianDurationMs: 6500, tokens: 12 * 460 });
  expect([effort.usd, effort.usdPerAttempt, effort.usdPerTask, effort.usdPerSuccess]).toEqual([
    expect.closeTo(0.24, 12),
    expect.closeTo(0.02, 12),
    expect.closeTo(0.06, 12),
    expect.closeTo(0.04, 12),
  ]);
});

test('whatever passed, all trials is never more than one and at least one never less', () => {
  const passes = fc.array(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(passes, (tasks) => {
      const played = tasks.flatMap((trials, task) =>
        trials.map((success, index) => exampleResult({ taskId: `t${task}`, trial: index + 1, success })),
      );
      const { passAt1, passHatK, atLeastOnceInK } = trialsOf(played);
      const share = (of: (trials: boolean[]) => boolean) => tasks.filter(of).length / tasks.length;
      expect(passHatK).toBeCloseTo(
        share((trials) => trials.every(Boolean)),
        12,
      );
      expect(atLeastOnceInK).toBeCloseTo(
        share((trials) => trials.some(Boolean)),
        12,
      );
      expect(passHatK ?? 2).toBeLessThanOrEqual((passAt1 ?? 0) + 1e-12);
      expect(atLeastOnceInK ?? 0).toBeGreaterThanOrEqual((passAt1 ?? 1) - 1e-12);
    }),
  );
});

test('nothing played and nothing known is null, and a run without a pass has no price of one', () => {
  expect(trialsOf([])).toMatchObject({ k: 0, passAt1: null, passHatK: null, atLeastOnceInK: null });
  expect(effortOf([])).toMatchObject({ meanDurationMs: null, usdPerTask: null, usdPerSuccess: null });
  const unknown = [...episodes, exampleResult({ usd: null, tokens: null })];
  expect(effortOf(unknown)).toMatchObject({ tokens: null, tokensByPrice: null, usd: null, usdPerTask: null });
  expect(effortOf([exampleFailure({ usd: 0.1 })])).toMatchObject({ usdPerTask: 0.1, usdPerSuccess: null });
});

test('the lines of a model’s run say what was played and what it came to', () => {
  const price = {
    input: 2,
    output: 10,
    cacheRead: 0.2,
    cacheWrite: 2.5,
    date: '2026-11-22',
    source: 'table',
  } as const;
  const config = { kind: 'model', trials: 3, model: exampleModel('claude-sonnet-5-5'), price } as const;
  const run = exampleRun({ episodes, config });
  expect(subjectLines(run).join('\n')).toMatch(
    /^model: claude-sonnet-5-5, effort .*\nendpoint: vendor, .*\nweb: .*\ndate: \d{4}-\d\d-\d\d\nprice: 2 \/ 10 \/ 2\.5 \/ 0\.2 USD .*as of 2026-11-22\ncaps of an episode: \d+ steps, .*\ntrials: 3$/,
  );
  expect(trialLines(run)).toEqual([
    'pass@1: 0.500; pass^3: 0.250; at least once in 3: 0.750',
    'time of an episode: mean 6.50 s, median 6.50 s',
    'tokens: 5520; USD: 0.24, an attempt 0.02, a task 0.06, a success 0.04',
    'tokens in / out / cache write / cache read: 1200 / 240 / 480 / 3600',
    'requests: 60, sent again: 8; the clock stood for 24.00 s, of these 18.00 s while the model computed',
  ]);
  expect(trialTable(run)).toContain('| task-1 | 2 of 3 | 5000 | 5000 | 1380 | 0.02 | 0.06 | 0.03 |');
});

test.each([
  [
    exampleModel('gemma', 'loopback'),
    'flag',
    'the model is asked at a loopback address; only the address of a vendor',
  ],
  [exampleModel('claude-sonnet-5-5'), 'flag', 'flags set the price of claude-sonnet-5-5'],
  [exampleModel('claude-sonnet-5-5'), 'table', 'a flag raised the limits of the suite'],
  [null, 'table', 'a flag raised the limits of the suite'],
] as const)('a rehearsal says why it is one: %o, price by %s', (model, source, why) => {
  const price = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, date: null, source };
  const { config } = exampleRun({ config: { kind: 'model', model, price, rehearsal: true } });
  expect(rehearsalLines(config)).toEqual([expect.stringContaining(`unofficial run, not ranked: ${why}`)]);
  expect(rehearsalLines({ ...config, rehearsal: false })).toEqual([]);
});

test('a replay of one trial has no such lines', () => {
  const run = exampleRun({ episodes: [exampleResult()], config: { trials: 1 } });
  expect([subjectLines(run), trialLines(run), trialTable(run)]).toEqual([[], [], []]);
});

test('a run that another model answered is unofficial, and says which', () => {
  const model = { ...exampleModel('gpt-6-sol'), answered: 'gpt-6-luna' };
  const { config } = exampleRun({ config: { kind: 'model', model, rehearsal: true } });
  expect(rehearsalLines(config)).toEqual([
    'unofficial run, not ranked: the model gpt-6-luna answered in place of gpt-6-sol',
  ]);
});
