import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TaskOutcome } from '../records/run-facts.ts';
import { differenceInterval, relationOf, relationsOf, relationWords } from './relation.ts';

const outcomes = (passed: readonly number[], total = 1): TaskOutcome[] =>
  passed.map((each, task) => ({ taskId: `task-${String(task).padStart(2, '0')}`, passed: each, total }));

test('two runs are compared task by task, the first over the second', () => {
  const relation = relationOf(outcomes([1, 1, 1, 1, 0, 0]), outcomes([1, 0, 0, 0, 1, 0]));
  expect(relation).toMatchObject({ tasks: 6, wins: 3, losses: 1, ties: 2, verdict: 'not apart' });
  expect(relation.p).toBeCloseTo(0.625, 12);
  expect(relation.difference).toBeCloseTo(1 / 3, 12);
  expect(relationWords(relation)).toBe('not significantly different (p = 0.625)');
});

test('several trials are compared within each task', () => {
  const relation = relationOf(outcomes([5, 5, 5, 5], 5), outcomes([0, 5, 5, 5], 5));
  // Of the 252 ways to deal five passes of the first task to ten trials, two are as uneven.
  expect(relation).toMatchObject({ wins: 1, losses: 0, ties: 3, verdict: 'better' });
  expect(relation.p).toBeCloseTo(2 / 252, 12);
  expect(relationWords(relation)).toBe('better by more than chance (p = 0.008)');
  const surer = relationOf(outcomes([50], 50), outcomes([0], 50));
  expect(relationWords(surer)).toBe('better by more than chance (p < 0.001)');
});

test('runs that never differ have an interval as wide as their trials allow', () => {
  const widthOf = (trials: number) => {
    const all = outcomes(Array(10).fill(trials), trials);
    const [low, high] = differenceInterval(all, all, relationOf(all, all));
    return high - low;
  };
  expect(widthOf(1)).toBeGreaterThan(0.4);
  expect(widthOf(5)).toBeGreaterThan(0.1);
  expect(widthOf(5)).toBeLessThan(widthOf(1));
});

test.each([
  [120, 5],
  [120, 10],
  [24, 50],
  [1, 600],
])(
  'runs of %i tasks and %i trials that differ in each, or in none, have narrow intervals',
  (tasks, trials) => {
    const [all, half, none] = [1, 0.5, 0].map((share) =>
      outcomes(Array(tasks).fill(Math.floor(trials * share)), trials),
    ) as [TaskOutcome[], TaskOutcome[], TaskOutcome[]]; // as many as shares
    const apart = relationOf(all, none);
    expect(apart).toMatchObject({ verdict: 'better', difference: 1 });
    const [least, most] = differenceInterval(all, none, apart);
    expect([least > 0.98, most]).toEqual([true, 1]);
    const same = relationOf(half, half);
    expect(same.verdict).toBe('not apart');
    expect(same.p).toBeCloseTo(1, 9);
    const [low, high] = differenceInterval(half, half, same);
    expect(high).toBeCloseTo(-low, 9);
    expect(high).toBeLessThan(0.08);
  },
);

test.each([
  [
    'another task',
    outcomes([1, 1]),
    [{ taskId: 'other', passed: 1, total: 1 }, ...outcomes([0, 1]).slice(1)],
  ],
  ['a task more', outcomes([1, 1]), outcomes([1])],
  ['more trials', outcomes([1, 1]), outcomes([1, 1], 2)],
])('a run with %s is refused', (_, a, b) => {
  expect(() => relationOf(a, b)).toThrow(RangeError);
  expect(relationsOf([a, b])(0, 1)).toBeNull();
});

const run = (tasks: number, trials: number) =>
  fc.array(fc.nat(trials), { minLength: tasks, maxLength: tasks }).map((passed) => outcomes(passed, trials));
const tables = fc
  .record({ tasks: fc.integer({ min: 1, max: 12 }), trials: fc.constantFrom(1, 3) })
  .chain(({ tasks, trials }) => fc.array(run(tasks, trials), { minLength: 2, maxLength: 6 }));

test('turning a relation round turns all of it, the difference lies in its interval, and that holds 0 where the two are not apart', () => {
  fc.assert(
    fc.property(tables, (rows) => {
      const relations = relationsOf(rows);
      for (const [first, a] of rows.entries())
        for (const [second, b] of rows.entries()) {
          const there = relations(first, second);
          const back = relations(second, first);
          if (first === second || !there || !back) continue;
          expect([back.wins, back.losses, back.ties]).toEqual([there.losses, there.wins, there.ties]);
          expect(back.p).toBe(there.p);
          expect(back.difference).toBeCloseTo(-there.difference, 12);
          const [low, high] = differenceInterval(a, b, there);
          expect(low).toBeLessThanOrEqual(there.difference + 1e-9);
          expect(high).toBeGreaterThanOrEqual(there.difference - 1e-9);
          expect(differenceInterval(b, a, back)[0]).toBeCloseTo(-high, 9);
          // Verdict and interval are of one test.
          expect(there.verdict).toBe(low > 0 ? 'better' : high < 0 ? 'worse' : 'not apart');
          // Alone, or one pair of many: only the adjustment differs, and it makes nobody surer.
          const alone = relationOf(a, b);
          expect(there.p).toBeGreaterThanOrEqual(alone.p - 1e-15);
          expect([there.wins, there.losses, there.ties]).toEqual([alone.wins, alone.losses, alone.ties]);
          expect(relationWords(relationsOf([a, b])(0, 1) ?? there)).toBe(relationWords(alone));
        }
    }),
    { numRuns: 25 },
  );
});
