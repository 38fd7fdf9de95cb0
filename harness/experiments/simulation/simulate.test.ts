import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Simulations } from '../../results/records/simulations.ts';
import { isAsRequired } from './experiment.ts';
import { simulate } from './simulate.ts';

/** The long test simulates all seeds. */
const few = simulate(20);
const committed = Simulations.parse(
  JSON.parse(readFileSync(new URL('../../../site/data/simulations.json', import.meta.url), 'utf8')),
);
const told = ({ cases, ...methods }: Simulations) => ({
  ...methods,
  seeds: null,
  cases: cases.map(({ seeds, value, width, ...about }) => about),
});

test('what is committed is of these cases and methods and of 2,000 seeds', () => {
  expect(told(committed)).toEqual(told(few));
  expect(committed.seeds).toBe(2000);
});

test('every committed rate is as required', () => {
  const missed = committed.cases.filter((each) => !isAsRequired(each));
  expect(missed).toEqual([]);
});

test('boards of evenly spread ability have as many pairs apart as when the method was chosen, within two points', () => {
  const boards = committed.cases.filter(({ claim }) => claim.startsWith('pairs of rows'));
  const expected = [34.9, 63.8, 19.1, 47.3, 43.2, 70.7];
  expect(boards).toHaveLength(expected.length);
  expect(boards.filter(({ value }, at) => !(Math.abs(value * 100 - (expected[at] ?? 0)) <= 2))).toEqual([]);
});

test('a few seeds give what is committed, as far as a few can', () => {
  const far = few.cases.filter(({ value, claim, unit, seeds }, index) => {
    // The least of eleven is lower, the fewer the seeds are.
    if (claim.includes('does so least')) return false;
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

test('a thousand pages of each kind are committed on which nothing changes, and two hundred on which a score falls', () => {
  const pages = committed.cases.filter(({ claim, required }) => /^a page on which/.test(claim) && required);
  expect(pages.map(({ rows, commits, seeds }) => [rows, commits, seeds])).toEqual(
    [0, 0.4].flatMap(() => [3, 12].flatMap((rows) => [40, 200].map((commits) => [rows, commits, 1000]))),
  );
  expect(pages.map(({ required }) => required?.value)).toEqual(Array(8).fill(0.064));
  const [delay] = committed.cases.filter(({ unit }) => unit === 'commits');
  expect(delay).toMatchObject({ rows: 12, tasks: 10, seeds: 200, required: { bound: 'at most', value: 4 } });
});
