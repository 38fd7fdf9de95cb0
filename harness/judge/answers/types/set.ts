import { Items, isItem, itemsSaid, missedItems, sayItems } from '../items.ts';
import { defineAnswer } from './type.ts';

export const set = defineAnswer({
  type: 'set',
  value: Items,
  rule: 'every item once and no other, in any order; written like a list',
  isSaid: (said, value) => {
    const left = [...value];
    const items = itemsSaid(said, value);
    for (const item of items) {
      const at = left.findIndex((wanted) => isItem(item, wanted));
      if (at < 0) return false;
      left.splice(at, 1);
    }
    return left.length === 0;
  },
  say: sayItems,
  misses: missedItems,
});
