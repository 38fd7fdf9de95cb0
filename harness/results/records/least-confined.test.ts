import { expect, test } from 'vitest';
import { leastConfined } from './least-confined.ts';

test.each([
  [[], null],
  [[null, null], null],
  [[true, null], true],
  [[true, true], true],
  [[true, false, null], false],
])('of %j the least is %j', (parts, least) => {
  expect(leastConfined(parts.map((confined) => ({ confined })))).toBe(least);
});
