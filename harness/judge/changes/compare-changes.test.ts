import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainMatch } from '../../testing/arbitrary-contracts.ts';
import type { Change, Json } from './change.ts';
import { type CompareOptions, compareChanges } from './compare-changes.ts';
import { nearChanges, sampleChanges, wordsOf } from './near-changes.ts';
import { fits, Undecided, WantedChanges } from './wanted-change.ts';

const order: Change = {
  table: 'orders',
  key: '1042',
  op: 'added',
  before: null,
  after: {
    id: '1042',
    customer: 'ada',
    total: 4180,
    lines: [
      { sku: 'B-104', qty: 2 },
      { sku: 'C-1', qty: 1 },
    ],
  },
};
const stock: Change = {
  table: 'stock',
  key: 'B-104',
  op: 'changed',
  before: { id: 'B-104', onHand: 5, name: 'Ridge 2' },
  after: { id: 'B-104', onHand: 3, name: 'Ridge 2' },
};
const wantedOrder = { table: 'orders', added: { customer: 'ada', total: 4180 } };
const wantedStock = { table: 'stock', key: 'B-104', changed: { onHand: 3 } };

function said(wanted: unknown[], changes: Change[], ignored: Partial<CompareOptions> = {}) {
  const options = { ignore: [], match: plainMatch, ...ignored };
  return wordsOf(compareChanges(WantedChanges.parse(wanted), changes, options));
}

test('every listed change and no other: no finding', () => {
  expect(said([wantedOrder, wantedStock], [stock, order])).toEqual({ missing: null, unexpected: null });
  expect(said([], [])).toEqual({ missing: null, unexpected: null });
});

test.each<[string, unknown[], Change[], string | null, string | null]>([
  ['left out', [wantedOrder, wantedStock], [order], 'stock B-104 changed {"onHand":3}', null],
  ['twice', [wantedOrder], [order, { ...order, key: '1043' }], null, 'orders 1043 added'],
  [
    'in another row',
    [wantedStock],
    [{ ...stock, key: 'B-105' }],
    'stock B-104 changed {"onHand":3}',
    'stock B-105 changed',
  ],
  [
    'of another field too',
    [wantedStock],
    [{ ...stock, after: { ...stock.after, name: 'x' } }],
    'stock B-104 changed {"onHand":3}',
    'stock B-104 changed',
  ],
  ['of another op', [{ table: 'orders', removed: {} }], [order], 'orders removed {}', 'orders 1042 added'],
  [
    'not asked for',
    [],
    [{ ...order, op: 'removed', before: order.after, after: null }],
    null,
    'orders 1042 removed',
  ],
  [
    'of a field off by one',
    [{ table: 'orders', added: { total: 4181 } }],
    [order],
    'orders added {"total":4181}',
    'orders 1042 added',
  ],
])('a change %s is named', (_, wanted, changes, missing, unexpected) => {
  expect(said(wanted, changes)).toEqual({ missing, unexpected });
});

test('ignored tables are not compared', () => {
  const draft = { ...order, table: 'drafts' };
  expect(said([wantedOrder], [order, draft])).toMatchObject({ unexpected: 'drafts 1042 added' });
  expect(said([wantedOrder], [order, draft], { ignore: ['drafts'] })).toMatchObject({ unexpected: null });
});

test('if added rows are ignored, changes to existing rows count', () => {
  const ignored = { ignoreAdded: ['orders'] };
  const removed: Change = { ...order, op: 'removed', before: order.after, after: null };
  const changed: Change = { ...order, op: 'changed', before: order.after };
  expect(said([], [order], ignored)).toMatchObject({ unexpected: null });
  expect(said([], [order, removed], ignored)).toMatchObject({ unexpected: 'orders 1042 removed' });
  expect(said([], [changed], ignored)).toMatchObject({ unexpected: 'orders 1042 changed' });
});

test('changes that fit several wanted ones are paired so that as many as possible match', () => {
  const any = { table: 'orders', added: {} };
  const second = { ...order, key: '1043', after: { id: '1043', customer: 'bela', total: 1 } };
  expect(said([any, wantedOrder], [order, second])).toEqual({ missing: null, unexpected: null });
});

describe('values', () => {
  test.each<[Json, Json | undefined, boolean]>([
    [3, 3, true],
    [3, '3', false],
    [null, undefined, false],
    [{ a: [1] }, { a: [1] }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [[1, 2], [2, 1], false],
    [{ pattern: '^Rid' }, 'Ridge', true],
    [{ pattern: '^Rid' }, 3, false],
    [{ pattern: '^a' }, 'a'.repeat(10_001), false],
    [{ text: 'Long jobs' }, ' long\u00a0 JOBS\r\n', true],
    [{ text: "4 Ada's-Row" }, '4 Ada\u2019s\u2011Row', true],
    [{ text: 'Long jobs' }, 'Longjobs', false],
    [{ text: 'Long jobs' }, '“Long jobs”', false],
    [{ text: '3' }, 3, false],
    [{ name: { text: 'a b' }, at: [{ pattern: 'x' }] }, { at: ['axe'], name: 'a  b' }, true],
    [{ name: { text: 'a b' } }, { name: 'a b', more: 1 }, false],
    [[{ text: 'a' }], ['a', 'b'], false],
    [{ oneOf: ['a', 3, { pattern: 'x' }] }, 'axe', true],
    [{ oneOf: ['a', 3] }, 'b', false],
    [{ any: true }, undefined, true],
    [
      { matches: [{ sku: 'a' }, { sku: 'b', qty: 2 }] },
      [
        { sku: 'b', qty: 2 },
        { sku: 'a', qty: 9 },
      ],
      true,
    ],
    [{ matches: [{ sku: 'a' }] }, [{ sku: 'a' }, { sku: 'a' }], false],
    [{ matches: [{ sku: 'a' }, { sku: 'a' }] }, [{ sku: 'a' }, { sku: 'b' }], false],
    [{ matches: [1, 2] }, [2, 1], true],
    [{ matches: [] }, [], true],
    [{ any: false }, { any: false }, true],
  ])('%j is fitted by %j: %s', (wanted, found, fit) => {
    expect(fits(wanted, found, plainMatch)).toBe(fit);
  });

  test('a value that a pattern cannot be matched with is undecided', () => {
    expect(() => fits({ pattern: 'x' }, 'slow', plainMatch)).toThrow(Undecided);
  });
});

test.each([
  ['no op', { table: 'orders' }, 'must have one of added, removed, changed'],
  ['two ops', { table: 'orders', added: {}, removed: {} }, 'must have one of added, removed, changed'],
  [
    'a pattern that is none',
    { table: 'orders', added: { note: { pattern: '(' } } },
    'must be a JavaScript regular expression',
  ],
  [
    'half an operator',
    { table: 'orders', added: { note: { oneOf: [] } } },
    'must be { text: text }, { pattern: text }',
  ],
  ['another field', { table: 'orders', adds: {} }, 'Unrecognized key'],
])('%s is a mistake', (_, change, message) => {
  const issues = WantedChanges.safeParse([change]).error?.issues.map((issue) => issue.message);
  expect(issues?.join()).toContain(message);
});

const wantedChanges = fc.uniqueArray(
  fc.record({
    table: fc.constantFrom('orders', 'stock'),
    key: fc.string({ minLength: 1, maxLength: 3 }),
    changed: fc.dictionary(
      fc.constantFrom('total', 'note', 'lines'),
      fc.oneof(
        fc.integer(),
        fc.constantFrom(
          'x',
          { pattern: '^gift' },
          { any: true },
          { oneOf: ['a', 'b'] },
          { matches: [{ sku: 'a' }] },
        ),
      ),
      { minKeys: 1 },
    ),
  }),
  { selector: ({ table, key }) => `${table} ${key}`, maxLength: 5 },
);

test('a sample of the wanted changes passes, and no near miss does', () => {
  fc.assert(
    fc.property(wantedChanges, (drawn) => {
      const wanted = WantedChanges.parse(drawn);
      const made = sampleChanges(wanted, plainMatch) ?? [];
      expect(said(wanted, made)).toEqual({ missing: null, unexpected: null });
      const misses = nearChanges(wanted, made, { ignore: [], match: plainMatch });
      expect(misses.length).toBeGreaterThanOrEqual(4 * wanted.length);
      for (const { changes } of misses) {
        const { missing, unexpected } = said(wanted, changes);
        expect(missing ?? unexpected).not.toBeNull();
      }
    }),
  );
});
