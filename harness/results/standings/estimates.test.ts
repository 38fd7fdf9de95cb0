import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TaskOutcome } from '../records/run-facts.ts';
import { wilson95 } from '../statistics/statistics.ts';
import { estimatesOf, ranksOf } from './estimates.ts';
import { relationsOf } from './relation.ts';

const rowOf = (passes: readonly number[], trials: number, id = (task: number) => `task-${task}`) => {
  const passed = passes.reduce((sum, each) => sum + each, 0);
  const total = passes.length * trials;
  return {
    score: { passed, total, rate: passed / total, wilson95: wilson95(passed, total) },
    outcomes: passes.map((each, task) => ({ taskId: id(task), passed: each, total: trials })),
  };
};

// Passes of 8 of 30 tasks in the public traces of nottelabs/open-operator-evals 50f8e47, crashes counted as not passed.
const traces = {
  notte: '8 3 2 8 8 6 8 1 0 7 8 2 7 7 8 8 6 8 6 4 8 7 3 2 8 8 8 8 8 8',
  browserUse: '6 3 4 6 6 0 8 2 2 2 0 4 0 0 3 7 7 5 6 6 8 1 0 7 5 8 4 6 8 8',
  convergence: '6 0 7 5 0 0 7 0 0 1 0 0 3 7 1 4 4 5 0 4 5 0 0 0 0 0 0 5 8 0',
};

test('the public traces of three agents have the two intervals that were computed for them elsewhere', () => {
  const rows = Object.values(traces).map((each) => rowOf(each.split(' ').map(Number), 8));
  const percent = (value: number) => Math.round(value * 1000) / 10;
  const found = estimatesOf(rows, false).map(({ score, population95 }) =>
    [score.rate, ...score.wilson95, ...population95].map(percent),
  );
  expect(found).toEqual([
    [76.3, 70.5, 81.2, 62.8, 85.9],
    [55, 48.7, 61.2, 41.3, 68],
    [30, 24.6, 36.1, 19.1, 43.8],
  ]);
});

test('of two rows with equally many trials the better has the higher bounds, on these tasks and on tasks like these', () => {
  const table = fc
    .record({ tasks: fc.integer({ min: 2, max: 20 }), trials: fc.integer({ min: 1, max: 8 }) })
    .chain(({ tasks, trials }) =>
      fc.array(
        fc
          .array(fc.nat(trials), { minLength: tasks, maxLength: tasks })
          .map((passes) => rowOf(passes, trials)),
        { minLength: 2, maxLength: 8 },
      ),
    );
  fc.assert(
    fc.property(table, (rows) => {
      const found = estimatesOf(rows, false).toSorted((a, b) => a.score.passed - b.score.passed);
      for (const [at, row] of found.slice(1).entries()) {
        const below = found[at];
        if (!below) continue;
        for (const [low, high] of [
          [below.score.wilson95, row.score.wilson95],
          [below.population95, row.population95],
        ] as const) {
          expect(high[0]).toBeGreaterThanOrEqual(low[0] - 1e-12);
          expect(high[1]).toBeGreaterThanOrEqual(low[1] - 1e-12);
        }
        expect(row.population95[0]).toBeLessThanOrEqual(row.score.rate);
        expect(row.population95[1]).toBeGreaterThanOrEqual(row.score.rate);
      }
    }),
  );
});

test('seeds of one template are one cluster: they say little more of tasks like these than one of them', () => {
  const passes = [5, 5, 5, 5, 5, 0, 0, 0, 0, 0];
  const [alone] = estimatesOf([rowOf(passes, 5)], false);
  const [together] = estimatesOf(
    [rowOf(passes, 5, (task) => `template-${task < 5 ? 'a' : 'b'}-s${task % 5}`)],
    true,
  );
  expect(together?.score).toEqual(alone?.score);
  const width = ([low, high]: readonly [number, number] = [0, 0]) => high - low;
  expect(width(together?.population95)).toBeGreaterThan(width(alone?.population95));
});

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
