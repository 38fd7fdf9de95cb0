import { expect, test } from 'vitest';
import { largestChange } from './cumulative-sum.ts';
import { permutationP } from './permutation-test.ts';
import { mulberry32 } from './statistics.ts';

const sizeOf = (values: Int32Array) => largestChange(values).size;

test('an order that no shuffle reaches has the smallest p that there is', () => {
  const values = Int32Array.from({ length: 40 }, (_, i) => (i < 20 ? -1 : 1));
  expect(permutationP(values, sizeOf(values), sizeOf, 0.05, mulberry32(1))).toBe(0.005);
});

test('what every shuffle reaches is rejected, and the values are left as they were', () => {
  const values = Int32Array.of(3, 1, 2, 5, 4, 6, 0);
  expect(permutationP(values, 0, sizeOf, 0.05, mulberry32(1))).toBeNull();
  expect([...values]).toEqual([3, 1, 2, 5, 4, 6, 0]);
});
