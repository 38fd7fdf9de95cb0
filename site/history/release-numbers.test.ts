import { expect, test } from 'vitest';
import { suiteMeans } from './release-numbers.ts';

const task = (tokens: number, passed = true) => ({
  taskId: `task-${tokens}`,
  passed,
  calls: 2,
  bytes: 0,
  tokens,
  charged: { once: tokens, conversation: tokens, cached: tokens },
  ms: null,
});

test('a mean of a suite is of its passed tasks, and is not rounded before the page rounds it', () => {
  const stored = { calls: 2, tokens: 913.5, charged: { once: 913.5, conversation: 913.5, cached: 913.5 } };
  const tasks = [...Array.from({ length: 10 }, () => task(913)), task(918), task(5_000, false)];
  const means = suiteMeans({ ...stored, tasks });
  expect(means.map((mean) => Math.round(mean ?? -1))).toEqual([2, 913, 913, 913, 913]);
});

test('a record without tasks gives its stored means, and a suite without a pass none', () => {
  const none = { calls: null, tokens: null, charged: null };
  expect(suiteMeans({ ...none, tokens: 7.5, tasks: [] })[1]).toBe(7.5);
  expect(suiteMeans({ ...none, tasks: [task(1, false)] })).toEqual([
    null,
    null,
    undefined,
    undefined,
    undefined,
  ]);
});
