import { expect, test } from 'vitest';
import { changeText, clauseText } from './clause-text.ts';

test.each([
  [
    'this change on shop.test, no other, and none on a host that no clause names',
    'exactly this change on shop.test, and no change on hosts that the contract does not name',
  ],
  ['these 2 changes on shop.test, no other', 'exactly these 2 changes on shop.test'],
  [
    'nothing changed on shop.test, and none on a host that no clause names',
    'nothing changed on shop.test, and no change on hosts that the contract does not name',
  ],
  [
    'missing: deeds added {"code":{"text":"7060"}}; unexpected: deeds 1 added',
    'missing: row added to table deeds: {"code":{"text":"7060"}}; unexpected: row 1 added to table deeds',
  ],
  [
    'missing: stock b-104 changed {"onHand":3}',
    'missing: row b-104 changed in table stock, new values: {"onHand":3}',
  ],
  ['unexpected: notes 7 removed on other.test', 'unexpected: row 7 removed from table notes on other.test'],
  ['1 of 2 changes, and no other', '1 of 2 listed changes, and no other change'],
  ['the URL matches ^https://example', 'the URL matches ^https://example'],
])('%s', (text, shown) => {
  expect(clauseText(text)).toBe(shown);
});

test('a listed change names its table, its row and its values', () => {
  expect(changeText('orders 7 changed {"address":"work"}')).toBe(
    'row 7 changed in table orders, new values: {"address":"work"}',
  );
  expect(changeText('orders added {"total":3}')).toBe('row added to table orders: {"total":3}');
});
