import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TaskOutcome } from '../records/task-outcomes.ts';
import { ranksOf } from './ranks.ts';
import { relationsOf } from './relation.ts';

const outcomes = (passed: readonly number[], total = 1): TaskOutcome[] =>
  passed.map((each, task) => ({ taskId: `task-${String(task).padStart(2, '0')}`, passed: each, total }));
/** So many of the first tasks passed, of all. */
const first = (passed: number, of: number) =>
  outcomes(Array.from({ length: of }, (_, task) => (task < passed ? 1 : 0)));
const ranks = (...rows: TaskOutcome[][]) =>
  [...ranksOf(rows.map((each, index) => ({ id: String(index), outcomes: each }))).values()].map(
    ({ rank, rankTo }) => [rank, rankTo],
  );

test('one that passed all is apart from seven that passed nothing, on ten tasks of fifty trials', () => {
  const nothing = Array.from({ length: 7 }, () => outcomes(Array(10).fill(0), 50));
  expect(ranks(outcomes(Array(10).fill(50), 50), ...nothing)).toEqual([[1, 1], ...Array(7).fill([2, 8])]);
});

test('30 of 30 and 8 of 30 are apart in a table of twenty rows', () => {
  const between = Array.from({ length: 18 }, (_, row) =>
    outcomes(
      Array.from({ length: 10 }, (__, task) => ((row + task) % 3) + Number(task < 3 && row % 2 === 0)),
    ),
  ).map((row) => row.map(({ taskId, passed }) => ({ taskId, passed: Math.min(3, passed), total: 3 })));
  const table = [outcomes(Array(10).fill(3), 3), outcomes([1, 1, 1, 1, 1, 1, 1, 1, 0, 0], 3), ...between];
  expect(relationsOf(table)(0, 1)?.verdict).toBe('better');
  expect(ranks(...table)[1]?.[0]).toBeGreaterThan(1);
});

test('six tasks won and none lost are apart of two rows, but not of three', () => {
  expect(ranks(first(10, 10), first(4, 10))).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(ranks(first(10, 10), first(4, 10), first(9, 10))).toEqual(Array(3).fill([1, 3]));
});

test('the middle one of three, of which only the others are apart, may have any rank', () => {
  expect(ranks(first(30, 30), first(25, 30), first(20, 30))).toEqual([
    [1, 2],
    [1, 3],
    [2, 3],
  ]);
});

test('rows that cannot be compared may have any rank', () => {
  expect(ranks(outcomes([1, 1]), outcomes([1, 1], 2))).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

const run = (tasks: number, trials: number) =>
  fc.array(fc.nat(trials), { minLength: tasks, maxLength: tasks }).map((passed) => outcomes(passed, trials));

test('the order of the rows changes no rank, and each interval counts who is better and who is worse', () => {
  const rows = fc
    .record({ tasks: fc.integer({ min: 1, max: 12 }), trials: fc.constantFrom(1, 8) })
    .chain(({ tasks, trials }) => fc.array(run(tasks, trials), { minLength: 1, maxLength: 6 }));
  fc.assert(
    fc.property(rows, (all) => {
      const found = ranks(...all);
      expect(ranks(...all.toReversed())).toEqual(found.toReversed());
      const relations = relationsOf(all);
      for (const [place, [rank = 0, rankTo = 0]] of found.entries()) {
        const verdicts = all.map((_, other) => (other === place ? null : relations(place, other)?.verdict));
        expect(rank).toBe(1 + verdicts.filter((each) => each === 'worse').length);
        expect(rankTo).toBe(all.length - verdicts.filter((each) => each === 'better').length);
        expect(rank).toBeLessThanOrEqual(rankTo);
      }
    }),
    { numRuns: 60 },
  );
});
