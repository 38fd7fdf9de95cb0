import { expect, test } from 'vitest';
import { align } from './columns.ts';

test('columns are as wide as their widest cell', () => {
  expect(
    align([
      ['task', 'n'],
      ['a-task', '12'],
      ['b', ''],
    ]),
  ).toEqual(['task    n', 'a-task  12', 'b']);
  expect(align([])).toEqual([]);
});

test('columns that do not fit 80 characters come in a table below, with the first one again', () => {
  const head = ['server', ...Array.from({ length: 5 }, (_, index) => `a long heading ${index}`)];
  const row = ['playwright', '0', '1', '2', '3', '4'];
  const lines = align([head, row]);
  expect(lines).toEqual([
    'server      a long heading 0  a long heading 1  a long heading 2',
    'playwright  0                 1                 2',
    '',
    'server      a long heading 3  a long heading 4',
    'playwright  3                 4',
  ]);
});

test('a last column of sentences goes on below itself, and a word is never cut', () => {
  const path = `/home/${'x'.repeat(90)}`;
  const lines = align([
    ['task', 'why'],
    ['example-h1', 'the first heading was read as nothing at all, where the recording of it had found one'],
    ['b', path],
  ]);
  expect(lines).toEqual([
    'task        why',
    'example-h1  the first heading was read as nothing at all, where the recording of',
    '            it had found one',
    `b           ${path}`,
  ]);
});

test('of an infinite width each row is one line', () => {
  const long = 'word '.repeat(40).trim();
  expect(align([['a', long]], Number.POSITIVE_INFINITY)).toEqual([`a  ${long}`]);
});
