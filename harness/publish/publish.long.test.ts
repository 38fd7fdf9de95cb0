import { expect, test } from 'vitest';
import { publishAtOnce } from '../test-remotes/publishers.ts';

test.each([{}, { depth: 1 }])('24 publishers at once all get through (clones: %j)', async (clones) => {
  const tries = await publishAtOnce(24, clones);
  expect(Math.max(...tries)).toBeLessThanOrEqual(11);
});
