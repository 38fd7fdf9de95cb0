import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TaskOutcome } from '../result/task-outcomes.ts';
import { compareOutcomes, ranksOf } from './ranks.ts';

const outcomes = (passed: readonly number[], total = 1): TaskOutcome[] =>
  passed.map((each, task) => ({ taskId: `task-${String(task).padStart(2, '0')}`, passed: each, total }));
/** So many of the first tasks passed, of all. */
const first = (passed: number, of: number) =>
  outcomes(Array.from({ length: of }, (_, task) => (task < passed ? 1 : 0)));
const ranks = (...rows: TaskOutcome[][]) => [
  ...ranksOf(rows.map((each, index) => ({ id: String(index), outcomes: each }))).values(),
];

test('two runs are compared task by task, the first over the second', () => {
  const comparison = compareOutcomes(outcomes([1, 1, 1, 1, 0, 0]), outcomes([1, 0, 0, 0, 1, 0]));
  expect(comparison).toMatchObject({ tasks: 6, wins: 3, losses: 1, ties: 2, p: 0.625, test: 'mcnemar' });
  expect(comparison.difference).toBeCloseTo(1 / 3, 12);
});

test('several trials are compared by how many each task passed', () => {
  const comparison = compareOutcomes(outcomes([5, 5, 4, 3], 5), outcomes([4, 3, 1, 4], 5));
  // The differences are 1, 2, 3, -1: of the 16 turns of their signs 6 give a sum of 5 or more, or -5 or less.
  expect(comparison).toMatchObject({ tasks: 4, wins: 3, losses: 1, ties: 0, p: 0.375, test: 'sign-flip' });
  expect(comparison.difference).toBeCloseTo(0.25, 12);
});

test('runs that never differ keep an interval as wide as their tasks allow, however many trials there were', () => {
  const [once, often] = [1, 5].map((trials) => {
    const all = outcomes(Array(10).fill(trials), trials);
    return compareOutcomes(all, all);
  });
  expect(often?.interval95).toEqual(once?.interval95);
  expect(often?.interval95[1]).toBeGreaterThan(0.2);
});

test.each([
  [
    'another task',
    outcomes([1, 1]),
    [{ taskId: 'other', passed: 1, total: 1 }, ...outcomes([0, 1]).slice(1)],
  ],
  ['a task more', outcomes([1, 1]), outcomes([1])],
  ['more trials', outcomes([1, 1]), outcomes([1, 1], 2)],
])('a run with %s is refused', (_, a, b) => {
  expect(() => compareOutcomes(a, b)).toThrow(RangeError);
  expect(ranks(a, b)).toEqual([1, 1]);
});

test('six tasks won and none lost make a rank between two rows, but not between three', () => {
  expect(ranks(first(10, 10), first(4, 10))).toEqual([1, 2]);
  expect(ranks(first(10, 10), first(4, 10), first(9, 10))).toEqual([1, 1, 1]);
});

test('a row may share its rank with two that do not share theirs', () => {
  expect(ranks(first(30, 30), first(25, 30), first(20, 30))).toEqual([1, 1, 2]);
});

test('a rank counts the rows that are better', () => {
  expect(ranks(first(5, 30), first(30, 30), first(30, 30))).toEqual([3, 1, 1]);
  expect(ranks(outcomes(Array(8).fill(1), 5), outcomes(Array(8).fill(2), 5))).toEqual([2, 1]);
});

const run = (tasks: number, trials: number) =>
  fc.array(fc.nat(trials), { minLength: tasks, maxLength: tasks }).map((passed) => outcomes(passed, trials));
const shape = fc.record({ tasks: fc.integer({ min: 1, max: 12 }), trials: fc.constantFrom(1, 3) });

test('turning a comparison round turns all of it, and the difference lies in its interval', () => {
  const pair = shape.chain(({ tasks, trials }) => fc.tuple(run(tasks, trials), run(tasks, trials)));
  fc.assert(
    fc.property(pair, ([a, b]) => {
      const there = compareOutcomes(a, b);
      const back = compareOutcomes(b, a);
      expect([back.wins, back.losses, back.ties]).toEqual([there.losses, there.wins, there.ties]);
      expect(back.p).toBe(there.p);
      expect(back.difference).toBeCloseTo(-there.difference, 12);
      expect(there.interval95[0]).toBeLessThanOrEqual(there.difference + 1e-12);
      expect(there.interval95[1]).toBeGreaterThanOrEqual(there.difference - 1e-12);
    }),
  );
});

test('the order of the rows changes no rank, and some row is first', () => {
  const rows = shape.chain(({ tasks, trials }) =>
    fc.array(run(tasks, trials), { minLength: 1, maxLength: 5 }),
  );
  fc.assert(
    fc.property(rows, (all) => {
      const found = ranks(...all);
      expect(ranks(...all.toReversed())).toEqual(found.toReversed());
      expect(Math.min(...found)).toBe(1);
    }),
  );
});
