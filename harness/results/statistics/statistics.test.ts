import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bootstrapMean95,
  centredRanks,
  clusteredRate95,
  median,
  medianWithInterval,
  passAtK,
  passHatK,
  percentile,
  t975,
  wilson95,
} from './statistics.ts';

const proportion = fc.nat(500).chain((total) => fc.tuple(fc.nat(total), fc.constant(total)));
/** Without -0, which no file holds: JSON writes it as 0. */
const number = fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => value + 0);
const numbers = fc.array(number, { minLength: 1, maxLength: 60 });

describe('wilson95', () => {
  test.each([
    [3, 10, 0.107789, 0.603227],
    [19, 20, 0.763864, 0.991119],
    [0, 9, 0, 0.299153],
  ])('of %i in %i is %d to %d', (passed, total, low, high) => {
    const interval = wilson95(passed, total);
    expect(interval[0]).toBeCloseTo(low, 6);
    expect(interval[1]).toBeCloseTo(high, 6);
  });

  test('of nothing says nothing', () => {
    expect(wilson95(0, 0)).toEqual([0, 1]);
  });

  test('holds the rate, stays in [0, 1] and mirrors when passes and failures change places', () => {
    fc.assert(
      fc.property(proportion, ([passed, total]) => {
        const [low, high] = wilson95(passed, total);
        const [mirroredLow, mirroredHigh] = wilson95(total - passed, total);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        if (total > 0) {
          expect(low).toBeLessThanOrEqual(passed / total);
          expect(high).toBeGreaterThanOrEqual(passed / total);
        }
        expect(mirroredLow).toBeCloseTo(1 - high, 12);
        expect(mirroredHigh).toBeCloseTo(1 - low, 12);
      }),
    );
  });
});

describe('medians and percentiles', () => {
  test('the median of an even number is the mean of the middle two', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([5, 1, 3])).toBe(3);
    expect(median([])).toBeNull();
  });

  test('a percentile is by nearest rank, so always one of the values', () => {
    expect(percentile([15, 20, 35, 40, 50], 30)).toBe(20);
    expect(percentile([15, 20, 35, 40, 50], 100)).toBe(50);
    expect(
      percentile(
        Array.from({ length: 30 }, (_, i) => i + 1),
        95,
      ),
    ).toBe(29);
    expect(percentile([7], 95)).toBe(7);
    expect(percentile([], 95)).toBeNull();
  });

  test('the interval of a median uses the ranks of the sign test', () => {
    const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
    expect(medianWithInterval(upTo(5))).toEqual({ median: 3, interval95: null });
    expect(medianWithInterval(upTo(6))).toEqual({ median: 3.5, interval95: [1, 6] });
    expect(medianWithInterval(upTo(10))).toEqual({ median: 5.5, interval95: [2, 9] });
    expect(medianWithInterval(upTo(30))).toEqual({ median: 15.5, interval95: [10, 21] });
    expect(medianWithInterval(upTo(1200))?.interval95).toEqual([566, 635]);
    expect(medianWithInterval([])).toBeNull();
  });

  test('neither depends on the order of the values, nor changes them', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const reversed = Object.freeze(values.toReversed());
        expect(median(reversed)).toBe(median(values));
        expect(percentile(reversed, 95)).toBe(percentile(values, 95));
        const found = medianWithInterval(values);
        const [low, high] = found?.interval95 ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
        expect(found?.median).toBeGreaterThanOrEqual(low);
        expect(found?.median).toBeLessThanOrEqual(high);
      }),
    );
  });
});

describe('several trials', () => {
  test.each([
    [5, 2, 3, 0.9],
    [10, 3, 5, 0.916667],
    [4, 0, 2, 0],
    [4, 4, 2, 1],
  ])('pass@k of n=%i, c=%i, k=%i is %d', (n, c, k, expected) => {
    expect(passAtK(n, c, k)).toBeCloseTo(expected, 6);
  });

  test('pass^k of n=10, c=8, k=3 is 0.466667', () => {
    expect(passHatK(10, 8, 3)).toBeCloseTo(0.466667, 6);
    expect(passHatK(10, 2, 3)).toBe(0);
  });

  test('more draws than trials are an error, not a number', () => {
    expect(() => passAtK(2, 1, 3)).toThrow(RangeError);
    expect(() => passHatK(2, 3, 1)).toThrow(RangeError);
  });

  test('pass^k <= pass rate <= pass@k, equal for one draw', () => {
    const trials = fc
      .integer({ min: 1, max: 300 })
      .chain((n) => fc.tuple(fc.constant(n), fc.nat(n), fc.integer({ min: 1, max: n })));
    fc.assert(
      fc.property(trials, ([n, c, k]) => {
        expect(passHatK(n, c, k)).toBeLessThanOrEqual(c / n + 1e-12);
        expect(passAtK(n, c, k)).toBeGreaterThanOrEqual(c / n - 1e-12);
        expect(passAtK(n, c, 1)).toBeCloseTo(c / n, 12);
      }),
    );
  });

  test('a bootstrap is the same each time and covers about what theory says', () => {
    const values = Array.from({ length: 100 }, (_, i) => Math.sin(i) ** 2);
    const [low, high] = bootstrapMean95(values, 7);
    expect(bootstrapMean95(values, 7)).toEqual([low, high]);
    expect(bootstrapMean95(values, 8)).not.toEqual([low, high]);
    // The variance of sin² over whole periods is 1/8.
    const spread = 1.96 * Math.sqrt(1 / 8 / values.length);
    expect(low).toBeCloseTo(0.5 - spread, 2);
    expect(high).toBeCloseTo(0.5 + spread, 2);
  });

  test('trials of one task are no independent tasks', () => {
    const tasks = Array.from({ length: 10 }, (_, i) => ({ passed: i < 5 ? 10 : 0, total: 10 }));
    const [low, high] = clusteredRate95(tasks);
    const naive = wilson95(50, 100);
    expect(high - low).toBeGreaterThan(2 * (naive[1] - naive[0]));
  });

  test('tasks that do not differ are worth one trial each', () => {
    const tasks = Array.from({ length: 10 }, () => ({ passed: 5, total: 5 }));
    expect(clusteredRate95(tasks)).toEqual(wilson95(10, 10));
  });

  test('one failure among many passes does not make the score surer than independent trials would be', () => {
    const tasks = Array.from({ length: 10 }, (_, i) => ({ passed: i === 0 ? 4 : 5, total: 5 }));
    const [low, high] = clusteredRate95(tasks);
    const [independentLow, independentHigh] = wilson95(49, 50);
    expect(low).toBeLessThanOrEqual(independentLow);
    expect(high).toBeGreaterThanOrEqual(independentHigh);
  });
});

test('ranks are doubled and centred, and equal values share theirs', () => {
  expect([...centredRanks([30, 10, 20])]).toEqual([2, -2, 0]);
  expect([...centredRanks([5, 1, 5, 9])]).toEqual([0, -3, 0, 3]);
  expect([...centredRanks([7, 7])]).toEqual([0, 0]);
  expect([...centredRanks([])]).toEqual([]);
});

test('the ranks of any values come to 0', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (values) => {
      expect(centredRanks(values).reduce((sum, rank) => sum + rank, 0)).toBe(0);
    }),
  );
});

// scipy 1.14, stats.t.ppf(0.975, df)
test.each([
  [1, 12.7062],
  [2, 4.30265],
  [3, 3.18245],
  [4, 2.77645],
  [9, 2.26216],
  [29, 2.04523],
  [63, 1.99834],
  [1000, 1.96234],
])('with %i degrees of freedom it is %f', (degrees, expected) => {
  expect(Math.abs(t975(degrees) / expected - 1)).toBeLessThan(0.002);
});
