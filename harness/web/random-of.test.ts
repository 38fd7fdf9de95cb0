import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomOf } from './random-of.ts';

const tenOf = (seed: number, label: string) => {
  const random = randomOf(seed, label);
  return Array.from({ length: 10 }, () => random.int(0, 999_999));
};

test('the same seed and label draw the same, another seed or label something else', () => {
  expect(tenOf(1, 'orders')).toEqual(tenOf(1, 'orders'));
  expect(tenOf(2, 'orders')).not.toEqual(tenOf(1, 'orders'));
  expect(tenOf(1, 'order')).not.toEqual(tenOf(1, 'orders'));
  expect(tenOf(11, 'x')).not.toEqual(tenOf(1, '1x'));
});

test('the draws stay what they are: a changed generator would make every instance another one', () => {
  expect(tenOf(1, 'people').slice(0, 4)).toEqual([911136, 477447, 783043, 622580]);
});

test('whole numbers lie between both ends, which are drawn too, and each about as often', () => {
  const random = randomOf(7, 'dice');
  const counts = new Map<number, number>();
  for (let thrown = 0; thrown < 6000; thrown++) {
    const face = random.int(1, 6);
    counts.set(face, (counts.get(face) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  // Of 6000 throws of a fair die each face has 1000, give or take 29: six times that.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(174);
});

test('a sample has different places of the list, as many as asked for', () => {
  fc.assert(
    fc.property(fc.integer(), fc.uniqueArray(fc.string()), fc.nat(), (seed, list, wanted) => {
      const count = list.length === 0 ? 0 : wanted % (list.length + 1);
      const drawn = randomOf(seed, 'sample').sample(list, count);
      expect(new Set(drawn).size).toBe(count);
      for (const each of drawn) expect(list).toContain(each);
    }),
  );
});

test('a chance of 0 never comes, one of 1 always does', () => {
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
