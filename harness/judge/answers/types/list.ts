import { Items, isItem, itemsSaid, missedItems, sayItem, sayItems } from '../items.ts';
import { defineAnswer } from './type.ts';

export const list = defineAnswer({
  type: 'list',
  value: Items,
  rule: 'every item in this order and no other: one item per line, or separated by semicolons or commas, or as a JSON array',
  isSaid: (said, value) => {
    const items = itemsSaid(said, value);
    return items.length === value.length && value.every((item, at) => isItem(items[at] ?? '', item));
  },
  say: sayItems,
  misses: (value) => {
    const reversed = value.toReversed().map(sayItem).join('; ');
    return [...missedItems(value), ...(reversed === sayItems(value) ? [] : [reversed])];
  },
});
