import { expect, test } from 'vitest';
import { elsewhere, townPrinted } from '../../harness/testing/town-printed.ts';

/** One of each site; all of them are printed by the long test. */
const ids = ['mail-reply-date', 'shop-send-to', 'track-hours-left'];

test('tasks, pages, answers and what is changed are the same to the byte in another zone and language', async () => {
  const asked = { seed: 1, ids };
  const [here, there] = await Promise.all([townPrinted(asked), townPrinted(asked, elsewhere)]);
  expect(Object.keys(here)).toHaveLength(ids.length);
  expect(there).toEqual(here);
});
