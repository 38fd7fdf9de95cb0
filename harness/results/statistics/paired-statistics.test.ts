import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holm, mcnemarP, newcombePaired95, signFlipP } from './paired-statistics.ts';

test.each([
  [2, 0, 0.5],
  [6, 0, 0.03125],
  [0, 6, 0.03125],
  [10, 3, 0.092285],
  [20, 8, 0.035698],
  [0, 0, 1],
  [5, 5, 1],
])("McNemar's exact p of %i wins and %i losses", (wins, losses, p) => {
  expect(mcnemarP(wins, losses)).toBeCloseTo(p, 6);
});

test.each([
  [{ both: 1, wins: 2, losses: 0, neither: 0 }, -0.058579, 0.93851],
  [{ both: 36, wins: 12, losses: 2, neither: 0 }, 0.056927, 0.34043],
])("Newcombe's paired interval of %o", (paired, low, high) => {
  const interval = newcombePaired95(paired);
  expect(interval[0]).toBeCloseTo(low, 6);
  expect(interval[1]).toBeCloseTo(high, 6);
});

test.each([
  [[], 1],
  [[0, 0], 1],
  [[1, 2, 3], 0.25],
  [[3, -1], 1],
  [[5, 4, 3, 2, 1, -1], 0.09375],
])('the sign-flip p of %j', (differences, p) => {
  expect(signFlipP(differences)).toBeCloseTo(p, 12);
});

test('the sign-flip p is what all turns of the signs give, and of differences of 1 it is McNemar’s', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 8 }), (differences) => {
      let sums = [0];
      for (const each of differences) sums = sums.flatMap((sum) => [sum + each, sum - each]);
      const observed = Math.abs(differences.reduce((sum, each) => sum + each, 0));
      const asFar = sums.filter((sum) => Math.abs(sum) >= observed).length;
      expect(signFlipP(differences)).toBeCloseTo(asFar / sums.length, 12);
      const signs = differences.map(Math.sign);
      const count = (sign: number) => signs.filter((each) => each === sign).length;
      expect(signFlipP(signs)).toBeCloseTo(mcnemarP(count(1), count(-1)), 12);
    }),
  );
});

test("Holm's adjustment keeps the order, is never below p and never above 1", () => {
  expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
  expect(holm([0.5, 1])).toEqual([1, 1]);
  expect(holm([])).toEqual([]);
});

const cell = fc.nat(400);

test('a difference lies in its interval, and turning the sides round turns the interval', () => {
  fc.assert(
    fc.property(cell, cell, cell, cell, (both, wins, losses, neither) => {
      const n = both + wins + losses + neither;
      const [low, high] = newcombePaired95({ both, wins, losses, neither });
      const difference = n === 0 ? 0 : (wins - losses) / n;
      expect(low).toBeLessThanOrEqual(difference + 1e-12);
      expect(high).toBeGreaterThanOrEqual(difference - 1e-12);
      const [otherLow, otherHigh] = newcombePaired95({ both, wins: losses, losses: wins, neither });
      expect(otherLow).toBeCloseTo(-high, 10);
      expect(otherHigh).toBeCloseTo(-low, 10);
      const p = mcnemarP(wins, losses);
      expect(p).toBeGreaterThan(0);
      expect(p).toBeLessThanOrEqual(1);
    }),
  );
});
