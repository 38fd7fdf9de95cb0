import { expect, test } from 'vitest';
import { asOf } from './as-of.ts';

test('now is what SOURCE_DATE_EPOCH says, else the newest result, else unknown', () => {
  expect(asOf('1700000000', 5)).toBe(1_700_000_000_000);
  expect(asOf(undefined, 5)).toBe(5);
  expect(asOf('', null)).toBeNull();
});

test('a clock that is no number is an error', () => {
  expect(() => asOf('yesterday', 5)).toThrow('found "yesterday"');
});
