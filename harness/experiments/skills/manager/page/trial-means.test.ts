import { expect, test } from 'vitest';
import { summarise } from '../../aggregate.ts';
import { trialMeans } from './trial-means.js';

/** A row for each letter: `p` passed, `f` failed. */
const rowsOf = (condition: string, task: string, ends: string) =>
  [...ends].map((end, index) => ({
    condition_id: condition,
    task_id: task,
    passed: end === 'p',
    duration_ms: 1,
    attempts: 1,
    exit_code: null,
    error_category: end === 'p' ? 'none' : 'assertion_failed',
    trial: index + 1,
  }));
const trialsOf = (...rows: ReturnType<typeof rowsOf>[]) =>
  summarise(
    rows.flat(),
    ['a', 'b'],
    ['one', 'two'].map((id) => ({ id, domain: 'd' })),
  ).trials;

test('at least one and all of k are means over the tasks', () => {
  const trials = trialsOf(rowsOf('a', 'one', 'ppp'), rowsOf('a', 'two', 'pff'), rowsOf('b', 'one', 'fff'));
  const [first, second, third, ...more] = trialMeans(trials, 'a');
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    k: 1,
    tasks: 2,
    once: expect.closeTo(2 / 3, 5),
    all: expect.closeTo(2 / 3, 5),
  });
  // Of the second task one of three passed: two drawn hold it in two of three ways, and never twice.
  expect(second).toMatchObject({ k: 2, once: expect.closeTo((1 + 2 / 3) / 2, 5), all: 0.5 });
  expect(third).toMatchObject({ k: 3, once: 1, all: 0.5 });
  expect(trialMeans(trials, 'b').map(({ once, all, tasks }) => [once, all, tasks])).toEqual(
    Array(3).fill([0, 0, 1]),
  );
});

test('a task with fewer trials is left out of means over more trials', () => {
  const trials = trialsOf(rowsOf('a', 'one', 'pppp'), rowsOf('a', 'two', 'ff'));
  expect(trialMeans(trials, 'a').map(({ k, once, tasks }) => [k, once, tasks])).toEqual([
    [1, 0.5, 2],
    [2, 0.5, 2],
    [3, 1, 1],
    [4, 1, 1],
  ]);
});

test('with one trial each there are no means; for a hundred trials some k are shown', () => {
  expect(trialMeans(trialsOf(rowsOf('a', 'one', 'p')), 'a')).toEqual([]);
  expect(trialMeans(trialsOf(rowsOf('a', 'one', 'p'.repeat(100))), 'a').map(({ k }) => k)).toEqual([
    1, 2, 3, 5, 10, 100,
  ]);
});
