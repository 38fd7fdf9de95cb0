import { expect, test } from 'vitest';
import { leaksBetweenPairs } from '../../testing/guests/canaries.ts';

test('nothing that an episode leaves is found by the next one', async () => {
  expect(await leaksBetweenPairs(1)).toEqual([]);
});
