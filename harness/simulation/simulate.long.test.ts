import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mulberry32 } from '../statistics/statistics.ts';
import { findSteps } from '../statistics/steps.ts';
import { Simulations, simulate } from './simulate.ts';
import { simulatedScores } from './simulated-runs.ts';

const file = new URL('../../site/data/simulations.json', import.meta.url);

test('2,000 seeds give exactly what is committed, and every rate is as required', () => {
  const found = simulate(2000);
  expect(Simulations.parse(JSON.parse(readFileSync(file, 'utf8')))).toEqual(found);
  const missed = found.cases.filter(
    ({ rate, required }) =>
      required !== null && (required.bound === 'at least' ? rate < required.rate : rate > required.rate),
  );
  expect(missed).toEqual([]);
});

test.each([
  [40, 2],
  [1000, 50],
])('the steps of %i points take less than %i ms of processor time', (commits, limit) => {
  const suite = { tasks: 30, commits, difficulty: 'equal' as const };
  const step = { chance: 0.8, from: commits / 2, to: commits };
  const series = Array.from({ length: 60 }, (_, seed) => simulatedScores(mulberry32(seed), suite, 0.9, step));
  const times = series.map((values) => {
    const before = process.cpuUsage();
    findSteps(values);
    return process.cpuUsage(before).user / 1000;
  });
  expect(times.sort((a, b) => a - b)[30]).toBeLessThan(limit);
});
