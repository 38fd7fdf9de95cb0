import { expect, test } from 'vitest';
import { leaksBetweenPairs } from '../test-guests/canaries.ts';

test('nothing that an episode leaves is found by the next one, in 200 pairs with two workers', async () => {
  expect(await leaksBetweenPairs(200)).toEqual([]);
});
