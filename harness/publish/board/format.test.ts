import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDate, formatInstant, percentOf, plural, points, visible } from './format.ts';

test('dates are in UTC in any input zone', () => {
  expect(formatDate('2026-01-02T03:04:05+09:00')).toBe('2026-01-01');
  expect(formatInstant('2026-01-02T03:04:05+09:00')).toBe('2026-01-01 18:04 UTC');
  expect(formatInstant(0)).toBe('1970-01-01 00:00 UTC');
});

test('a noun has its number', () => {
  expect(plural(1, 'task')).toBe('1 task');
  expect(plural(0, 'task')).toBe('0 tasks');
});

test('invisible characters are shown as escapes', () => {
  expect(visible('330\u00a0m')).toBe('330\\u00a0m');
  expect(visible('a\u202eb\tc')).toBe('a\\u202eb\\u0009c');
  expect(visible('plain text\nof two lines')).toBe('plain text\nof two lines');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visible(visible(text))).toBe(visible(text));
    }),
  );
});
test('texts of rates and differences', () => {
  expect([percentOf(0.3333), points(0.6667), points(-0.05)]).toEqual(['33.3 %', '+66.7', '−5.0']);
});
