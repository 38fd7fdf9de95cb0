import { expect, test } from 'vitest';
import { nameLines } from './name-lines.ts';

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
