import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exampleFailure, exampleResult } from '../examples/example-run.ts';
import { type Result, Totals } from '../records/result.ts';
import { totalsOf } from '../records/run-facts.ts';
import { measures } from './index.ts';
import { tokens as tokenMeasure } from './tokens.ts';
import { usd } from './usd.ts';
import { usdPerSuccess } from './usd-per-success.ts';

const tokens = { input: 900, output: 100, cacheRead: 0, cacheWrite: 0 };
const episodes: Result[] = [1000, 3000, 2000].map((durationMs, index) =>
  exampleResult({ taskId: `task-${index}`, durationMs, toolCalls: index + 3, usd: 0.1, tokens }),
);

test('every file of the shelf but the list and the shape is a member, and each has names of its own', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^[a-z-]+\.ts$/.test(name));
  expect(measures).toHaveLength(files.length - 2);
  for (const take of [
    ({ id }: (typeof measures)[number]) => id,
    ({ title }: (typeof measures)[number]) => title,
    ({ names }: (typeof measures)[number]) => names.sort,
    ({ names }: (typeof measures)[number]) => names.text,
    ({ pointColumns }: (typeof measures)[number]) => pointColumns[0]?.name,
  ])
    expect(new Set(measures.map(take)).size).toBe(measures.length);
});

test.for(measures)('$id says the same in a row, a point and the totals', (measure) => {
  const row = Object.assign({}, ...measures.map((each) => each.row(episodes, 1)));
  const point = Object.assign({}, ...measures.map((each) => each.point(episodes)));
  const { value, text } = measure.reading(row);
  expect(value).not.toBeNull();
  expect(measure.at(point)).toBe(value);
  expect(measure.formatAt(value ?? 0, point)).toBe(text);
  expect(measure.columns.map(({ of }) => of(row))).toContain(value);
  for (const column of measure.pointColumns) expect(column.of(point)).toEqual(expect.any(Number));
  expect(Object.keys(measure.stored)).toEqual(Object.keys(measure.totals(episodes)));
  expect(totalsOf(episodes)).toMatchObject(measure.totals(episodes));
});

test.for(measures)('$id of no episode is nothing, or nothing of nothing', (measure) => {
  const row = Object.assign({}, ...measures.map((each) => each.row([], 1)));
  const point = Object.assign({}, ...measures.map((each) => each.point([])));
  expect(measure.at(point)).toBeNull();
  expect(measure.reading(row).value ?? 0).toBe(0);
  for (const { of } of measure.terminal)
    expect(of([], { isWhole: true, leftOut: 0, words: '', deterministic: false })).toMatch(
      /^(-|0 \/ 0|0\.0 - 100\.0 %)$/,
    );
});

test.for(measures)('$id is never negative, and its axis writes what its unit says', ({ of, unit }) => {
  for (const episode of [...episodes, exampleFailure()]) expect(of(episode) ?? 0).toBeGreaterThanOrEqual(0);
  expect((unit.tick ?? unit.format)(unit.max ?? 2)).toMatch(/\d/);
});

test('totals written before a measure was added can be read', () => {
  const required = measures.filter(({ inEveryRun }) => inEveryRun).map(({ totals }) => totals(episodes));
  const old = { episodes: 3, passed: 3, failed: 0, errored: 0, ...Object.assign({}, ...required) };
  expect(Totals.safeParse(old).success).toBe(true);
});

test('a time orders rows only where the episodes had the machine to themselves', () => {
  const ordering = (workers: number, contended: boolean) =>
    measures.filter(({ orders }) => orders({ workers, contended })).map(({ id }) => id);
  expect(ordering(1, false)).toEqual(['score', 'durationMs']);
  expect(ordering(2, false)).toEqual(['score']);
  expect(ordering(1, true)).toEqual(['score']);
});

test.each([
  [19, 'Maximum'],
  [20, '95th percentile'],
])('of %i durations the 95th percentile is called %s', (count, name) => {
  const episodes = Array.from({ length: count }, (_, at) => exampleResult({ durationMs: at + 1 }));
  const lines = measures.find(({ id }) => id === 'durationMs')?.lines(episodes);
  expect(lines?.[1]).toEqual({ name, text: '19 ms' });
});

const unknown = exampleFailure({ taskId: 'task-3', usd: null, tokens: null });

test('what failed is paid by what passed, and a success that never was has no price', () => {
  const paid = [...episodes, exampleFailure({ usd: 0.6 })];
  expect(usdPerSuccess.reading(usdPerSuccess.row(paid, 1))).toMatchObject({
    value: 0.3,
    text: '$0.30',
    over: null,
  });
  const failed = usdPerSuccess.row([exampleFailure({ usd: 0.6 })], 1);
  expect(usdPerSuccess.reading(failed)).toMatchObject({ value: null, text: null, over: null });
});

test('one episode that is not known blanks no number: it is said of how many it is', () => {
  const some = [...episodes, unknown];
  const readings = [some, episodes].map((each) => [
    tokenMeasure.reading(tokenMeasure.row(each, 1)),
    usdPerSuccess.reading(usdPerSuccess.row(each, 1)),
  ]);
  expect(readings[0]).toEqual(readings[1]?.map((reading) => ({ ...reading, over: 'of 3 of 4 episodes' })));
  expect(usd.lines(some)[0]?.text).toBe('at least $0.30, known for 3 of 4 episodes');
  expect(usd.totals(some)).toEqual({ usd: null });
  expect(usd.lines([unknown])[0]?.text).toBeNull();
});

test('an interval whose ends are written alike is none', () => {
  const durationMs = measures.find(({ id }) => id === 'durationMs');
  const interval = (to: number) => {
    const all = Array.from({ length: 10 }, (_, at) =>
      exampleResult({ taskId: `${at}`, durationMs: at < 5 ? 11_000 : to }),
    );
    const { row } = durationMs ?? {};
    // The row has what this measure gives, and no other is read.
    return durationMs?.reading(row?.(all, 1) as never).interval;
  };
  expect(interval(11_001)).toBeNull();
  expect(interval(30_000)).toHaveLength(2);
});
