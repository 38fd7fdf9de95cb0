import { expect, test } from 'vitest';
import { cellPathOf } from '../history/cell-path.ts';
import { cellClass, cellWords } from './cell-words.ts';

const cell = (passed: number, failed: number, errored = 0) => ({
  ...{ passed, failed, errored },
  told: { taskId: 'a', trial: 2 },
});

test('a cell says its passes, and apart what was lost to us', () => {
  expect(cellWords(cell(2, 1))).toBe('2 of 3 passed');
  expect(cellWords(cell(1, 0, 2))).toBe('1 of 3 passed, 2 errored');
});

test('none and all have shades of their own, whatever the number of trials', () => {
  expect([cell(0, 8), cell(1, 7), cell(4, 4), cell(7, 1), cell(8, 0)].map(cellClass)).toEqual([
    ...['s0', 's1', 's2', 's3', 's4'],
  ]);
  expect(cellClass(cell(0, 0, 1))).toBe('s0 lost');
});

test('a cell leads to the episode, without its page to the task, without that nowhere', () => {
  const episodePath = () => '/episodes/run/a/2/' as const;
  expect(cellPathOf(cell(1, 1), 'run', { episodePath, tasks: new Set() })).toBe('/episodes/run/a/2/');
  expect(cellPathOf(cell(1, 1), 'run', { episodePath: () => null, tasks: new Set(['a']) })).toBe('/tasks/a/');
  expect(cellPathOf(cell(1, 1), 'run', { episodePath: () => null, tasks: new Set() })).toBeNull();
});
