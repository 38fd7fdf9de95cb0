import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Simulations, simulate } from './simulate.ts';

/** The long test simulates all seeds. */
const few = simulate(60);
const committed = Simulations.parse(
  JSON.parse(readFileSync(new URL('../../site/data/simulations.json', import.meta.url), 'utf8')),
);
const told = ({ cases, methods, difficulty }: Simulations) => ({
  methods,
  difficulty,
  cases: cases.map(({ rate, ...about }) => about),
});

test('what is committed is of these cases and methods and of 1,000 seeds', () => {
  expect(told(committed)).toEqual(told(few));
  expect(committed.seeds).toBe(1000);
});

test('every committed rate is as required', () => {
  const missed = committed.cases.filter(
    ({ rate, required }) =>
      required !== null && (required.bound === 'at least' ? rate < required.rate : rate > required.rate),
  );
  expect(missed).toEqual([]);
});

test('a few seeds give what is committed, as far as a few can', () => {
  const far = few.cases.filter(({ rate }, index) => {
    const expected = committed.cases[index]?.rate ?? Number.NaN;
    return !(Math.abs(rate - expected) <= 4 * Math.sqrt((expected * (1 - expected)) / few.seeds) + 0.02);
  });
  expect(far).toEqual([]);
});

test('ten tasks find about half of such steps', () => {
  const { rate } =
    committed.cases.find(({ claim, tasks }) => /is reported$/.test(claim) && tasks === 10) ?? {};
  expect(rate).toBeGreaterThan(0.4);
  expect(rate).toBeLessThan(0.6);
});
