import { expect, test } from 'vitest';
import { centredRanks } from './ranks.ts';
import { mulberry32 } from './statistics.ts';
import { autocorrelationOf, whiten } from './whiten.ts';

const correlated = (length: number, rho: number, seed: number) => {
  const random = mulberry32(seed);
  let level = 0;
  return Array.from({ length }, () => {
    level = rho * level + random() - 0.5;
    return level;
  });
};
const estimate = (values: readonly number[]) => autocorrelationOf(centredRanks(values));

test.each([0, 0.3, 0.6])('a correlation of %d is estimated not too low, and not much too high', (rho) => {
  const found = Array.from({ length: 40 }, (_, seed) => estimate(correlated(400, rho, seed)));
  const mean = found.reduce((sum, each) => sum + each, 0) / found.length;
  expect(mean).toBeGreaterThan(rho);
  expect(mean).toBeLessThan(rho + 0.15);
});

test('one change of level, or several, is no correlation', () => {
  const values = correlated(400, 0, 7);
  expect(estimate(values.map((each, i) => each + (i < 200 ? 0 : 3)))).toBeLessThan(0.2);
  expect(estimate(values.map((each, i) => each + 3 * (Math.floor(i / 50) % 3)))).toBeLessThan(0.4);
  expect(estimate(values.map((_, i) => (i < 200 ? 0 : 3)))).toBe(0);
});

test('what is left is not correlated, and what was not stays as it is', () => {
  const white = whiten(correlated(1000, 0.6, 3));
  const lagged = white.slice(1).reduce((sum, each, i) => sum + each * (white[i] ?? 0), 0);
  expect(Math.abs(lagged / white.reduce((sum, each) => sum + each * each, 0))).toBeLessThan(0.15);
  expect(whiten([1, 5, 5, 5, 5])).toEqual([-4, 1, 1, 1, 1]);
  expect(whiten([])).toEqual([]);
});
