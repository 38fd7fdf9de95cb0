import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemRestCorrelations } from './item-rest.ts';

test('of five rows and three tasks it is what numpy says', () => {
  // numpy.corrcoef(item, mean of the others)[0, 1]
  const rows = [
    [1, 1, 0],
    [1, 2 / 3, 1 / 3],
    [2 / 3, 1, 0],
    [1 / 3, 0, 1 / 3],
    [0, 1 / 3, 1],
  ];
  const found = itemRestCorrelations(rows);
  expect(found.map((value) => value?.toFixed(6))).toEqual(['-0.035007', '0.183340', '-0.762821']);
});

test('a task that all or none pass, and a table of three rows, set nobody apart', () => {
  const four = [
    [1, 0, 1],
    [1, 0, 1],
    [1, 0, 0],
    [1, 0, 0],
  ];
  expect(itemRestCorrelations(four)).toEqual([null, null, null]);
  const varied = [
    [1, 1],
    [1, 1],
    [0, 0],
  ];
  expect(itemRestCorrelations(varied)).toEqual([null, null]);
  expect(itemRestCorrelations([...varied, [0, 0]])).toEqual([1, 1]);
  expect(itemRestCorrelations([...varied, [0, null]])).toEqual([null, null]);
  expect(itemRestCorrelations([])).toEqual([]);
});

test('it is between -1 and 1, and the same whatever the order of the rows', () => {
  const share = fc.option(fc.constantFrom(0, 1 / 3, 2 / 3, 1));
  const table = fc.array(fc.array(share, { minLength: 5, maxLength: 5 }), { maxLength: 8 });
  fc.assert(
    fc.property(table, (rows) => {
      const found = itemRestCorrelations(rows);
      const turned = itemRestCorrelations(rows.toReversed());
      for (const [at, value] of found.entries()) {
        if (value === null) expect(turned[at]).toBeNull();
        else expect(turned[at]).toBeCloseTo(value, 9);
        expect(Math.abs(value ?? 0)).toBeLessThanOrEqual(1);
      }
    }),
  );
});
