import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Simulations, simulate } from './simulate.ts';

/** The long test simulates all seeds. */
const few = simulate(20);
const committed = Simulations.parse(
  JSON.parse(readFileSync(new URL('../../site/data/simulations.json', import.meta.url), 'utf8')),
);
const told = ({ cases, methods, difficulty }: Simulations) => ({
  methods,
  difficulty,
  cases: cases.map(({ rate, width, ...about }) => about),
});

test('what is committed is of these cases and methods and of 2,000 seeds', () => {
  expect(told(committed)).toEqual(told(few));
  expect(committed.seeds).toBe(2000);
});

test('every committed rate is as required', () => {
  const missed = committed.cases.filter(
    ({ rate, required }) =>
      required !== null && (required.bound === 'at least' ? rate < required.rate : rate > required.rate),
  );
  expect(missed).toEqual([]);
});

test('boards of evenly spread ability have as many pairs apart as when the method was chosen, within two points', () => {
  const boards = committed.cases.filter(({ claim }) => claim.startsWith('pairs of rows'));
  const expected = [34.9, 63.8, 19.1, 47.3, 43.2, 70.7];
  expect(boards).toHaveLength(expected.length);
  expect(boards.filter(({ rate }, at) => !(Math.abs(rate * 100 - (expected[at] ?? 0)) <= 2))).toEqual([]);
});

test('a few seeds give what is committed, as far as a few can', () => {
  const far = few.cases.filter(({ rate, claim }, index) => {
    // The least of eleven is lower, the fewer the seeds are.
    if (claim.includes('does so least')) return false;
    const expected = committed.cases[index]?.rate ?? Number.NaN;
    return !(Math.abs(rate - expected) <= 4 * Math.sqrt((expected * (1 - expected)) / few.seeds) + 0.05);
  });
  expect(far).toEqual([]);
});

test('ten tasks find about half of such steps', () => {
  const { rate } =
    committed.cases.find(({ claim, tasks }) => /is reported$/.test(claim) && tasks === 10) ?? {};
  expect(rate).toBeGreaterThan(0.4);
  expect(rate).toBeLessThan(0.6);
});
