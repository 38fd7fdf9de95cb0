import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centredRanks } from './ranks.ts';

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
