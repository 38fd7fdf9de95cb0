import { expect, test } from 'vitest';
import { mutationsRead } from '../test-remotes/mutations-read.ts';

test('1,000 mutations of genuine results files: every reader names the file, on one line, and none throws', async () => {
  const { refused, mistakes } = await mutationsRead(1000);
  expect(mistakes).toEqual([]);
  expect(refused).toBeGreaterThan(500);
  expect(refused).toBeLessThan(1000);
});
