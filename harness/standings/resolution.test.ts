import { expect, test } from 'vitest';
import { compareOutcomes } from './ranks.ts';
import { resolutionOf } from './resolution.ts';

test.each([
  [
    { tasks: 10, trials: 1, rows: 1 },
    { tasks: 6, share: 0.6 },
  ],
  [
    { tasks: 30, trials: 1, rows: 2 },
    { tasks: 6, share: 0.2 },
  ],
  [
    { tasks: 30, trials: 1, rows: 6 },
    { tasks: 10, share: 1 / 3 },
  ],
  [
    { tasks: 30, trials: 5, rows: 2 },
    { tasks: 6, share: 0.04 },
  ],
  [{ tasks: 5, trials: 1, rows: 2 }, null],
  [{ tasks: 5, trials: 8, rows: 2 }, null],
  [{ tasks: 10, trials: 1, rows: 10 }, null],
  [{ tasks: 0, trials: 1, rows: 0 }, null],
])('of %o the smallest difference is %o', (suite, expected) => {
  expect(resolutionOf(suite)).toEqual(expected);
});

test('the smallest difference is significant and one task less is not', () => {
  const run = (passed: number) =>
    Array.from({ length: 30 }, (_, task) => ({
      taskId: String(task),
      passed: task < passed ? 3 : 2,
      total: 3,
    }));
  const { tasks = 0 } = resolutionOf({ tasks: 30, trials: 3, rows: 2 }) ?? {};
  expect(compareOutcomes(run(tasks), run(0)).p).toBeLessThan(0.05);
  expect(compareOutcomes(run(tasks - 1), run(0)).p).toBeGreaterThan(0.05);
});
