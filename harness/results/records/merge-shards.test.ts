import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleFailure, exampleModel, exampleResult, exampleRun } from '../examples/example-run.ts';
import { mergeShards, type PlacedRun, shardAt } from './merge-shards.ts';
import { Run } from './result.ts';

type Split = { episodes?: number; count?: number; before?: number };

function wholeOf(episodes: number): Run {
  return exampleRun({
    runId: '20260102T030405Z-abcdef-webvoyager',
    startedAt: '2026-01-02T03:04:05.000Z',
    episodes: Array.from({ length: episodes }, (_, index) =>
      (index % 3 === 2 ? exampleFailure : exampleResult)({ taskId: `task-${index}` }),
    ),
  });
}

/** The shards that a run would have been played in. */
function shardsOf(whole: Run, { count = 3, before = 0 }: Split = {}): PlacedRun[] {
  return Array.from({ length: count }, (_, position) => {
    const index = position + 1;
    const shard = { index, count, episodes: whole.episodes.length, before, save: true };
    const run: Run = {
      ...whole,
      runId: `20260102T03040${index}Z-${index}-webvoyager`,
      config: { ...whole.config, shard },
      episodes: whole.episodes.filter((_result, at) => shardAt(shard, at) === index),
    };
    return { place: `out-${index}`, run };
  });
}

function merged(shards: PlacedRun[]): Run {
  const found = mergeShards(shards);
  if ('faults' in found) throw new Error(found.faults.join('\n'));
  return found.run;
}

function faults(shards: PlacedRun[]): string[] {
  const found = mergeShards(shards);
  return 'faults' in found ? found.faults : [];
}

test('shards merge to the run that they are parts of, in whatever order they come', () => {
  const split = fc.record({
    episodes: fc.integer({ min: 0, max: 12 }),
    count: fc.integer({ min: 1, max: 6 }),
    before: fc.nat(9),
  });
  fc.assert(
    fc.property(split, fc.nat(), ({ episodes, ...dealt }, turn) => {
      const whole = wholeOf(episodes);
      const shards = shardsOf(whole, dealt);
      const run = merged(shards);
      expect(Run.parse(run)).toEqual(run);
      expect(run.episodes.map(({ taskId }) => taskId)).toEqual(whole.episodes.map(({ taskId }) => taskId));
      expect(run.totals).toEqual(whole.totals);
      expect(run.config).toEqual(whole.config);
      const at = turn % shards.length;
      expect(merged([...shards.slice(at), ...shards.slice(0, at)])).toEqual(run);
    }),
  );
});

test('a merged run took from the first start to the last end, on all its machines', () => {
  const [one, two] = shardsOf(wholeOf(4), { count: 2 });
  if (!one || !two) throw new Error('two shards');
  one.run.durationMs = 1000;
  two.run.startedAt = '2026-01-02T03:05:05.000Z';
  two.run.durationMs = 500;
  two.run.environment = { ...two.run.environment, cpu: 'Another CPU', contended: true };
  const run = merged([one, two]);
  expect(run).toMatchObject({ startedAt: '2026-01-02T03:04:05.000Z', durationMs: 60_500 });
  expect(run.environment).toMatchObject({ cpu: 'Another CPU; Example CPU @ 2.00GHz', contended: true });
});

test('a missing and a doubled shard are named', () => {
  const [one, two, three] = shardsOf(wholeOf(7));
  if (!one || !two || !three) throw new Error('three shards');
  expect(faults([one, three])).toEqual(['shard 2/3 of webvoyager is missing']);
  expect(faults([one, two, three, { ...two, place: 'again' }])).toEqual([
    'shard 2/3 of webvoyager was found twice: out-2, again',
  ]);
  const short = { ...two, run: { ...two.run, complete: false, episodes: two.run.episodes.slice(1) } };
  expect(faults([one, short, three])).toEqual([
    `out-2: shard 2/3 of webvoyager has 1 of its 2 episodes; go on with --resume ${two.run.runId}`,
  ]);
});

test.each([
  ['comparabilityKey', { config: { comparabilityKey: 'f'.repeat(64) } }],
  ['adapter', { config: { adapter: 'noop' } }],
  ['model', { config: { model: exampleModel('a-model') } }],
  ['number of shards', { config: { shard: { index: 2, count: 4, episodes: 7, before: 0, save: true } } }],
  ['browser', { environment: { browser: { name: 'Chromium', version: '1', headless: true } } }],
])('a shard with another %s is refused', (name, { config = {}, environment = {} }: Changes) => {
  const [one, two, three] = shardsOf(wholeOf(7));
  if (!one || !two || !three) throw new Error('three shards');
  two.run = {
    ...two.run,
    config: { ...two.run.config, ...config },
    environment: { ...two.run.environment, ...environment },
  };
  expect(faults([one, two, three])).toEqual([
    expect.stringMatching(new RegExp(`^out-2: ${name}: got .*; expected .*, as in out-1$`)),
  ]);
});

type Changes = { config?: Partial<Run['config']>; environment?: Partial<Run['environment']> };

test('a run that is not a shard is refused', () => {
  expect(faults([{ place: 'out', run: wholeOf(2) }])).toEqual([
    'out: run 20260102T030405Z-abcdef-webvoyager is not a shard',
  ]);
});

test('of noise the merged run has the most of each, and none where no shard measured any', () => {
  const shards = shardsOf(wholeOf(3));
  const noises = [
    { before: 30, during: null, overlaps: 2 },
    undefined,
    { before: 29, during: 41.5, overlaps: 0 },
  ];
  const noisy = shards.map(({ place, run }, at) => {
    const noise = noises[at];
    return { place, run: noise ? { ...run, noise } : run };
  });
  expect(mergeShards(noisy)).toMatchObject({ run: { noise: { before: 30, during: 41.5, overlaps: 2 } } });
  expect(mergeShards(shards)).not.toHaveProperty('run.noise');
});

test('warm-up requests of the shards are added; a part that is not known leaves the sum unknown', () => {
  const shards = shardsOf(wholeOf(3));
  const tokens = { input: 100, output: 10, cacheRead: 0, cacheWrite: 5 };
  const merged = (...warmUps: (number | null)[]) =>
    mergeShards(
      shards.map(({ place, run }, at) => {
        const usd = warmUps[at];
        return { place, run: usd === undefined ? run : { ...run, warmUp: { requests: 1, tokens, usd } } };
      }),
    );
  const sum = { input: 200, output: 20, cacheRead: 0, cacheWrite: 10 };
  expect(merged(0.25, 0.5)).toMatchObject({ run: { warmUp: { requests: 2, tokens: sum, usd: 0.75 } } });
  expect(merged(0.25, null)).toMatchObject({ run: { warmUp: { requests: 2, usd: null } } });
  expect(merged()).not.toHaveProperty('run.warmUp');
});
