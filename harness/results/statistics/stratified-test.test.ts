import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mcnemarP } from './paired-statistics.ts';
import { stratifiedP } from './stratified-test.ts';

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
