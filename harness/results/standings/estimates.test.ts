import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wilson95 } from '../statistics/statistics.ts';
import { estimatesOf } from './estimates.ts';

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
