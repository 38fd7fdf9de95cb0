import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centredRanks, largestChange, largestInterlude } from './cumulative-sum.ts';

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

test('the largest change is where the mean changes', () => {
  expect(largestChange(Int32Array.of(1, 1, 1, 9, 9)).at).toBe(3);
  expect(largestChange(Int32Array.of(4, 4, 4))).toEqual({ at: 0, size: 0 });
  expect(largestChange(new Int32Array(0))).toEqual({ at: 0, size: 0 });
});

test('the largest interlude ends where the stretch that is unlike all else ends', () => {
  expect(largestInterlude(Int32Array.of(-2, -2, -2, 5, 5, -2, -2), 2).end).toBe(5);
  expect(largestInterlude(new Int32Array(20), 2).size).toBe(0);
  expect(largestInterlude(Int32Array.of(-1, 2, -1), 2).size).toBe(0);
});
