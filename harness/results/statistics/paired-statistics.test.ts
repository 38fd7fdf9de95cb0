import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  holm,
  mcnemarP,
  newcombePaired95,
  signFlipP,
  stratifiedDifference,
  stratifiedP,
} from './paired-statistics.ts';
import { upperZ } from './statistics.ts';

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
  // Of five discordant pairs all are won: the odds p / (1 - p) at which p ** 5 = 0.025 have p = 0.4782, and 5 (2 p - 1) = -0.218.
  [[1, 1, 1, 1, 1, 0], [0, 0, 0, 0, 0, 0], -0.218, 5],
  // Six of seven: by Clopper and Pearson p is between 0.4213 and 0.9964.
  [[1, 1, 1, 1, 1, 1, 0], [0, 0, 0, 0, 0, 0, 1], -1.102, 6.95],
  [[1, 0], [1, 0], 0, 0],
])('the differences that the exact test does not reject between %j and %j', (a, b, low, high) => {
  const [first, second] = [a, b].map((each) => each.map((passed) => ({ passed, total: 1 })));
  const found = stratifiedDifference(first ?? [], second ?? [], { alpha: 0.05, rejects: false });
  expect(found[0]).toBeCloseTo(low, 2);
  expect(found[1]).toBeCloseTo(high, 2);
});

test.each([
  [0.025, 1.959964],
  [0.005, 2.575829],
  [1e-5, 4.264891],
])('a normal value has %d above %d', (tail, quantile) => {
  expect(upperZ(tail)).toBeCloseTo(quantile, 6);
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

const tried = (passed: readonly number[], total: number) => passed.map((each) => ({ passed: each, total }));

test('rows that differ in every trial are apart, however many rows there are', () => {
  const p = stratifiedP(tried(Array(10).fill(50), 50), tried(Array(10).fill(0), 50));
  expect(p).toBeLessThan(1e-200);
  expect(stratifiedP(tried([3, 3], 3), tried([3, 3], 3))).toBe(1);
});

test('with one trial a task it is the exact test of McNemar', () => {
  const bits = fc.array(fc.tuple(fc.nat(1), fc.nat(1)), { minLength: 1, maxLength: 30 });
  const same = fc.property(bits, (pairs) => {
    const wins = pairs.filter(([a, b]) => a > b).length;
    const losses = pairs.filter(([a, b]) => a < b).length;
    const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
    expect(stratifiedP(tried(a, 1), tried(b, 1))).toBeCloseTo(mcnemarP(wins, losses), 12);
  });
  fc.assert(same);
});

/** Of all ways to deal the passes of each task to the trials of both rows, how many come as far from the middle. */
function counted(a: { passed: number; total: number }[], b: { passed: number; total: number }[]): number {
  let ways = [{ sum: 0, count: 1 }];
  let middle = 0;
  for (const [index, first] of a.entries()) {
    const second = b[index] ?? first;
    const cards = [...Array(first.total + second.total).keys()];
    const passes = first.passed + second.passed;
    middle += (passes * first.total) / cards.length;
    const dealt = subsets(cards, passes).map((hand) => hand.filter((card) => card < first.total).length);
    ways = ways.flatMap(({ sum, count }) => dealt.map((each) => ({ sum: sum + each, count })));
  }
  const observed = a.reduce((sum, { passed }) => sum + passed, 0);
  const far = ways.filter(({ sum }) => Math.abs(sum - middle) >= Math.abs(observed - middle) - 1e-9);
  return far.length / ways.length;
}

function subsets(cards: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return cards.flatMap((card, index) =>
    subsets(cards.slice(index + 1), size - 1).map((rest) => [card, ...rest]),
  );
}

test('it is what counting all ways to deal the passes gives, with different numbers of trials too', () => {
  const row = (totals: readonly number[]) =>
    fc.tuple(...totals.map((total) => fc.nat(total).map((passed) => ({ passed, total }))));
  const pair = fc.tuple(row([3, 2, 1]), row([2, 3, 2]));
  const same = fc.property(pair, ([a, b]) => {
    expect(stratifiedP(a, b)).toBeCloseTo(counted(a, b), 10);
    expect(stratifiedP(b, a)).toBeCloseTo(stratifiedP(a, b), 10);
  });
  fc.assert(same, { numRuns: 50 });
});
