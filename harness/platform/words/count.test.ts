import { expect, test } from 'vitest';
import { count } from './count.ts';

test('one thing is no plural', () => {
  expect([0, 1, 2].map((number) => count(number, 'task'))).toEqual(['0 tasks', '1 task', '2 tasks']);
  expect([count(1, 'entry', 'entries'), count(3, 'entry', 'entries')]).toEqual(['1 entry', '3 entries']);
});
