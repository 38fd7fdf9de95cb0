import { expect, test } from 'vitest';
import {
  count,
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
