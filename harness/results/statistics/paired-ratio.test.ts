import { expect, test } from 'vitest';
import { pairedRatio } from './paired-ratio.ts';

test('the mean of ratios is geometric, and its interval is that of their logarithms', () => {
  // ln 2 and ln 8: the mean is ln 4, the deviation ln 2 times the root of 2; t of one degree is 12.706.
  const found = pairedRatio([
    [20, 10],
    [80, 10],
  ]);
  expect(found?.ratio).toBeCloseTo(4, 10);
  const half = 12.7062 * Math.LN2;
  expect(found?.interval95?.[0]).toBeCloseTo(4 / Math.exp(half), 4);
  expect(found?.interval95?.[1] ?? 0).toBeCloseTo(4 * Math.exp(half), -2);
});

test('equal pairs are one to one; one pair has no interval, a zero no ratio', () => {
  expect(
    pairedRatio([
      [5, 5],
      [7, 7],
    ]),
  ).toEqual({ ratio: 1, interval95: [1, 1], pairs: 2 });
  expect(
    pairedRatio([
      [6, 3],
      [0, 4],
    ]),
  ).toEqual({ ratio: 2, interval95: null, pairs: 1 });
  expect(pairedRatio([[0, 4]])).toBeNull();
});
