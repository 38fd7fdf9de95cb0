import { expect, test } from 'vitest';
import { order, played } from '../../testing/guests/order-of-state.ts';

test('a field off by one is another change', async () => {
  const { ended } = await played([order(4181)]);
  expect(ended).toEqual(['failed', 'missing: orders added {"total":4180}; unexpected: orders 1042 added']);
});

test('the right state with another answer, or with none, is no pass', async () => {
  const [wrong, none] = await Promise.all([played([order(4180)], '41.90 EUR'), played([order(4180)], null)]);
  expect(wrong.ended).toEqual(['failed', '"41.90 EUR"']);
  expect(none.ended).toEqual(['failed', 'no answer']);
});
