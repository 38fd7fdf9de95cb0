import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Simulations } from '../../results/records/simulations.ts';
import { mulberry32 } from '../../results/statistics/statistics.ts';
import { findSteps } from '../../results/statistics/steps.ts';
import { isAsRequired } from './experiment.ts';
import { simulate } from './simulate.ts';
import { simulatedPage } from './simulated-page.ts';
import { simulatedCounts } from './simulated-runs.ts';

const file = new URL('../../../site/data/simulations.json', import.meta.url);

test('2,000 seeds give exactly what is committed, and every rate is as required', () => {
  const found = simulate(2000);
  expect(Simulations.parse(JSON.parse(readFileSync(file, 'utf8')))).toEqual(found);
  const missed = found.cases.filter((each) => !isAsRequired(each));
  expect(missed).toEqual([]);
});

/** Twelve rows, where nothing changes and where all scores fall together. */
test.each([
  [200, 0.9],
  [1000, 0.9],
  [200, 0.7],
  [1000, 0.7],
])(
  'the steps of a page of %i commits take less than 3 s of processor time, from 0.9 to %d',
  (commits, chance) => {
    const rows = Array.from({ length: 12 }, (_, seed) => ({
      counts: simulatedCounts(mulberry32(seed), { tasks: 30, commits, difficulty: 'equal' }, 0.9, {
        chance,
        from: commits / 2,
        to: commits,
      }),
    }));
    const others = simulatedPage(mulberry32(1), { rows: 12, tasks: 1, commits, rho: 0.4 }).slice(12);
    const before = process.cpuUsage();
    const found = findSteps([...rows, ...others]);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(3);
    expect(found.slice(0, 12).every(({ length }) => length > 0)).toBe(chance < 0.9);
  },
);
