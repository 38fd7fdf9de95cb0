import { expect, test } from 'vitest';
import { elsewhere, townPrinted } from '../../harness/testing/town-printed.ts';

test('tasks, pages, answers and what is changed are the same to the byte in another zone and language', async () => {
  const [here, there] = await Promise.all([townPrinted({ seed: 1 }), townPrinted({ seed: 1 }, elsewhere)]);
  expect(Object.keys(here).length).toBeGreaterThanOrEqual(16);
  expect(there).toEqual(here);
});
