import { expect, test } from 'vitest';
import { mutationsRead } from '../../testing/remotes/mutations-read.ts';

test('100 mutations of genuine results files: every reader names the file, on one line, and none throws', async () => {
  const { refused, mistakes } = await mutationsRead(100);
  expect(mistakes).toEqual([]);
  expect(refused).toBeGreaterThan(50);
  expect(refused).toBeLessThan(100);
});
