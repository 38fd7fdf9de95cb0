import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { isAsRequired, Simulations } from '../../results/records/simulations.ts';
import { mulberry32 } from '../../results/statistics/statistics.ts';
import { findSteps } from '../../results/statistics/steps.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { simulatedPage } from './page-experiments.ts';
import { simulate } from './simulate.ts';
import { simulatedCounts } from './simulated-runs.ts';

/** Of a few seeds, or of all with LONG=1. */
let found: Simulations;
beforeAll(() => {
  found = simulate(sized(10, 2000));
});

const committed = Simulations.parse(
  JSON.parse(readFileSync(new URL('../../../site/data/simulations.json', import.meta.url), 'utf8')),
);
const told = ({ cases, ...methods }: Simulations) => ({
  ...methods,
  seeds: null,
  cases: cases.map(({ seeds, value, width, ...about }) => about),
});

test('the committed file has these cases and methods and 2,000 seeds', () => {
  expect(told(committed)).toEqual(told(found));
  expect(committed.seeds).toBe(2000);
});

test('tokens are drawn only for servers, and no table of agents is simulated twice under two names', () => {
  const claims = committed.cases
    .filter(({ difficulty }) => difficulty === 'tokens')
    .map(({ claim }) => claim);
  expect(claims.filter((claim) => !claim.startsWith('if the answers of two servers'))).toEqual([]);
  expect(claims).toHaveLength(12);
});

test('every committed rate is as required', () => {
  const missed = committed.cases.filter((each) => !isAsRequired(each));
  expect(missed).toEqual([]);
});

test('boards of evenly spread ability have as many significant pairs as when the method was chosen, within two points', () => {
  const boards = committed.cases.filter(({ claim }) => claim.startsWith('pairs of rows'));
  const expected = [34.9, 63.8, 19.1, 47.3, 43.2, 70.7];
  expect(boards).toHaveLength(expected.length);
  expect(boards.filter(({ value }, at) => !(Math.abs(value * 100 - (expected[at] ?? 0)) <= 2))).toEqual([]);
});

if (!isLong)
  test('a few seeds give the committed rates, as far as a few can', () => {
    const far = found.cases.filter(({ value, claim, unit, seeds }, index) => {
      // The lowest of eleven is lower with fewer seeds.
      if (claim.includes('minimum over the rows')) return false;
      const expected = committed.cases[index]?.value ?? Number.NaN;
      if (unit === 'commits') return !(Math.abs(value - expected) <= 3);
      return !(Math.abs(value - expected) <= 4 * Math.sqrt((expected * (1 - expected)) / seeds) + 0.05);
    });
    expect(far).toEqual([]);
  });

test('ten tasks find about half of such steps', () => {
  const { value } =
    committed.cases.find(({ claim, tasks }) => /is reported$/.test(claim) && tasks === 10) ?? {};
  expect(value).toBeGreaterThan(0.4);
  expect(value).toBeLessThan(0.6);
});

test('the committed file has a thousand pages of each kind without a change, and two hundred with a falling score', () => {
  const pages = committed.cases.filter(({ claim, required }) => /^a page on which/.test(claim) && required);
  expect(pages.map(({ rows, commits, seeds }) => [rows, commits, seeds])).toEqual(
    [0, 0.4].flatMap(() => [3, 12].flatMap((rows) => [40, 200].map((commits) => [rows, commits, 1000]))),
  );
  expect(pages.map(({ required }) => required?.value)).toEqual(Array(8).fill(0.064));
  const [delay] = committed.cases.filter(({ unit }) => unit === 'commits');
  expect(delay).toMatchObject({ rows: 12, tasks: 10, seeds: 200, required: { bound: 'at most', value: 4 } });
});

if (isLong) {
  test('2,000 seeds give exactly the committed file, and every rate is as required', () => {
    expect(committed).toEqual(found);
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
      const steps = findSteps([...rows, ...others]);
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(3);
      expect(steps.slice(0, 12).every(({ length }) => length > 0)).toBe(chance < 0.9);
    },
  );
}
