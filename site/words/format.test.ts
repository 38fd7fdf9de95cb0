import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDate,
  formatDuration,
  formatInstant,
  formatPercent,
  formatUsd,
  plural,
  visible,
} from './format.ts';

test.each([
  [0, '0 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1234, '1.2 s'],
  [9960, '10 s'],
  [47_000, '47 s'],
  [59_700, '1 min'],
  [125_000, '2 min 5 s'],
])('%d ms is %s', (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected);
});

test.each([
  [812, '812 B'],
  [999.6, '1.0 kB'],
  [8123, '8.1 kB'],
  [81_230, '81 kB'],
  [999_600, '1.0 MB'],
])('%d bytes are %s', (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});

test('dates are in UTC whatever zone they were given in', () => {
  expect(formatDate('2026-01-02T03:04:05+09:00')).toBe('2026-01-01');
  expect(formatInstant('2026-01-02T03:04:05+09:00')).toBe('2026-01-01 18:04 UTC');
  expect(formatInstant(0)).toBe('1970-01-01 00:00 UTC');
});

test('counts, shares and money', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
  expect(formatCount(4.5)).toBe('4.5');
  expect(formatPercent(0.862)).toBe('86.2 %');
  expect(formatUsd(0)).toBe('$0.00');
  expect(formatUsd(0.0042)).toBe('$0.0042');
  expect(formatUsd(1.5)).toBe('$1.50');
  expect(plural(1, 'task')).toBe('1 task');
  expect(plural(0, 'task')).toBe('0 tasks');
});

test('what cannot be seen is shown', () => {
  expect(visible('330\u00a0m')).toBe('330\\u00a0m');
  expect(visible('a\u202eb\tc')).toBe('a\\u202eb\\u0009c');
  expect(visible('plain text\nof two lines')).toBe('plain text\nof two lines');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visible(visible(text))).toBe(visible(text));
    }),
  );
});
