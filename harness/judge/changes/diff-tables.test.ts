import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffTables } from './diff-tables.ts';

const row = (id: string, onHand: number) => ({ id, onHand });

test('added, removed and changed rows are listed with both states; unchanged rows are not', () => {
  const kept = row('a', 1);
  const before = { stock: [kept, row('b', 2), row('c', 3)], notes: [row('n', 0)] };
  const after = { stock: [row('d', 4), kept, row('b', 5)], notes: before.notes };
  expect(diffTables(before, after)).toEqual([
    { table: 'stock', key: 'b', op: 'changed', before: row('b', 2), after: row('b', 5) },
    { table: 'stock', key: 'c', op: 'removed', before: row('c', 3), after: null },
    { table: 'stock', key: 'd', op: 'added', before: null, after: row('d', 4) },
  ]);
});

test('a row that was rewritten with the same content, or moved, is not a change', () => {
  const lines = [{ sku: 'x', qty: 1 }];
  const before = { orders: [{ id: '1', lines, note: null }, row('2', 2)] };
  const after = { orders: [row('2', 2), { note: null, lines: [...lines], id: '1' }] };
  expect(diffTables(before, after)).toEqual([]);
});

test('a table that appears was added row by row, one that is gone was removed', () => {
  expect(
    diffTables({ old: [row('a', 1)] }, { new: [row('b', 2)] }).map(({ table, op }) => [table, op]),
  ).toEqual([
    ['new', 'added'],
    ['old', 'removed'],
  ]);
});

test('a state with two rows of one id is a fault of its site', () => {
  expect(() => diffTables({ t: [] }, { t: [row('a', 1), row('a', 2)] })).toThrow(/two rows/);
});

const table = fc
  .uniqueArray(fc.record({ id: fc.string({ maxLength: 2 }), value: fc.jsonValue() }), {
    selector: ({ id }) => id,
  })
  .map((rows) => JSON.parse(JSON.stringify(rows)));

test('the changes applied to the first state give the second', () => {
  fc.assert(
    fc.property(table, table, (before, after) => {
      const rows = new Map(before.map((each: { id: string }) => [each.id, each]));
      for (const { key, after: is } of diffTables({ t: before }, { t: after })) {
        if (is === null) rows.delete(key);
        else rows.set(key, is);
      }
      const sorted = (list: { id: string }[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(sorted([...rows.values()] as { id: string }[])).toEqual(sorted(after));
    }),
  );
});
