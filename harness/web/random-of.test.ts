import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomOf } from './random-of.ts';

const tenOf = (seed: number, label: string) => {
  const random = randomOf(seed, label);
  return Array.from({ length: 10 }, () => random.int(0, 999_999));
};

test('the same seed and label give the same draws, a different seed or label gives others', () => {
  expect(tenOf(1, 'orders')).toEqual(tenOf(1, 'orders'));
  expect(tenOf(2, 'orders')).not.toEqual(tenOf(1, 'orders'));
  expect(tenOf(1, 'order')).not.toEqual(tenOf(1, 'orders'));
  expect(tenOf(11, 'x')).not.toEqual(tenOf(1, '1x'));
});

test('the draws never change: a different generator would change every instance', () => {
  expect(tenOf(1, 'people').slice(0, 4)).toEqual([911136, 477447, 783043, 622580]);
});

test('whole numbers include both ends, and each is about as frequent', () => {
  const random = randomOf(7, 'dice');
  const counts = new Map<number, number>();
  for (let thrown = 0; thrown < 6000; thrown++) {
    const face = random.int(1, 6);
    counts.set(face, (counts.get(face) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  // In 6000 throws of a fair die each face has 1000 with a standard deviation of 29; the bound is six of these.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(174);
});

test('a sample has the wanted number of different places of the list', () => {
  fc.assert(
    fc.property(fc.integer(), fc.uniqueArray(fc.string()), fc.nat(), (seed, list, wanted) => {
      const count = list.length === 0 ? 0 : wanted % (list.length + 1);
      const drawn = randomOf(seed, 'sample').sample(list, count);
      expect(new Set(drawn).size).toBe(count);
      for (const each of drawn) expect(list).toContain(each);
    }),
  );
});

test('a chance of 0 never happens, a chance of 1 always does', () => {
  const random = randomOf(3, 'chance');
  const thrown = Array.from({ length: 100 }, () => [random.chance(0), random.chance(1)]);
  expect(new Set(thrown.map(String))).toEqual(new Set(['false,true']));
});

test.each([
  ['an empty range', () => randomOf(1, 'x').int(2, 1)],
  ['a fraction', () => randomOf(1, 'x').int(0, 1.5)],
  ['an empty list', () => randomOf(1, 'x').pick([])],
  ['more than there is', () => randomOf(1, 'x').sample([1, 2], 3)],
])('%s cannot be drawn from', (_, draw) => {
  expect(draw).toThrow(RangeError);
});
