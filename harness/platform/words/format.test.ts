import { expect, test } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
  formatTokens,
  formatUsd,
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

test('tokens', () => {
  expect([812.4, 9240, 9999.7, 48_123, 999_600, 12_340_000].map(formatTokens)).toEqual([
    ...['812', '9,240', '10 k', '48 k', '1.0 M', '12 M'],
  ]);
});

test('counts, shares and money', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
  expect(formatCount(4.5)).toBe('4.5');
  expect(formatPercent(0.862)).toBe('86.2 %');
  expect(formatUsd(0)).toBe('$0.00');
  expect(formatUsd(0.0042)).toBe('$0.0042');
  expect(formatUsd(1.5)).toBe('$1.50');
});
