import { expect, test } from 'vitest';
import {
  count,
  fixed,
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
  formatTokens,
  formatUsd,
  nameLines,
} from './format.ts';

test.each([
  [0, '0 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1234, '1.2 s'],
  [3550, '3.6 s'],
  [1050, '1.1 s'],
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

test.each([
  [3.55, 1, '3.6'],
  [1.005, 2, '1.01'],
  [76.25, 1, '76.3'],
  [76.35, 1, '76.4'],
  [-0.25, 1, '-0.3'],
  [-0.04, 1, '0.0'],
  [28.499_999_999_999_996, 0, '29'],
  [28.49, 0, '28'],
  [0.000_042_5, 4, '0.0000'],
  [123_456_789, 2, '123456789.00'],
])('%d to %i decimals is %s: halves go up', (value, digits, expected) => {
  expect(fixed(value, digits)).toBe(expected);
});

test('counts, shares and money', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
  expect(formatCount(4.5)).toBe('4.5');
  expect([183 / 240, 0.862].map(formatPercent)).toEqual(['76.3 %', '86.2 %']);
  expect(formatUsd(0)).toBe('$0.00');
  expect(formatUsd(0.0042)).toBe('$0.0042');
  expect(formatUsd(1.5)).toBe('$1.50');
});

test('one thing is no plural', () => {
  expect([0, 1, 2].map((number) => count(number, 'task'))).toEqual(['0 tasks', '1 task', '2 tasks']);
  expect([count(1, 'entry', 'entries'), count(3, 'entry', 'entries')]).toEqual(['1 entry', '3 entries']);
});

test('names are put in lines that fit a terminal', () => {
  const names = Array.from({ length: 12 }, (_, index) => `fixture-task-${index}`);
  const lines = nameLines(names);
  expect(lines).toHaveLength(3);
  expect(lines.every((line) => line.length <= 80 && line.startsWith('  fixture'))).toBe(true);
  expect(lines.join(' ').replaceAll(/ +/g, ' ').trim()).toBe(names.join(', '));
});

test('of very many the first are said, and how many more there are', () => {
  const names = Array.from({ length: 100 }, (_, index) => `fixture-task-${index}`);
  const lines = nameLines(names);
  expect(lines).toHaveLength(6);
  const said = lines.slice(0, 5).join(' ').split(', ').length;
  expect(lines.at(-1)).toBe(`  and ${100 - said} more`);
});

test('no names are no line', () => {
  expect(nameLines([])).toEqual([]);
});
