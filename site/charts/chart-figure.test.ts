import { expect, test } from 'vitest';
import { describeChart, type FigureLine, figureOf, hasLine, placesShown } from './chart-figure.ts';

const cell = (value: number | null) => ({
  value,
  text: value === null ? 'not measured' : `${value} s`,
  step: null,
});
const line = (label: string, ...runs: [sha: string, value: number | null][]): FigureLine => ({
  label,
  points: runs.map(([sha, value]) => ({ sha, date: null, cells: [cell(value)] })),
});
const orderOf = (count: number) => new Map(Array.from({ length: count }, (_, index) => [`c${index}`, index]));
const placesOf = (lines: FigureLine[], count = 10) =>
  figureOf(lines, orderOf(count)).lines.map(({ points }) => points.map(({ place }) => place));

test('lines share the places of the commits that they share', () => {
  expect(placesOf([line('a', ['c1', 1], ['c5', 1]), line('b', ['c1', 1], ['c3', 1], ['c5', 1])])).toEqual([
    [0, 2],
    [0, 1, 2],
  ]);
});

test('several runs of one commit have a place each', () => {
  expect(placesOf([line('a', ['c1', 1], ['c1', 2], ['c2', 1]), line('b', ['c1', 1], ['c2', 1])])).toEqual([
    [0, 1, 2],
    [0, 2],
  ]);
});

test('the last 200 places are shown, and a row that ended before them is named', () => {
  const all = Array.from({ length: 250 }, (_, index): [string, number] => [`c${index}`, index]);
  const figure = figureOf([line('old', ['c3', 1]), line('all', ...all)], orderOf(250));
  expect(figure.places).toBe(placesShown);
  expect(figure.lines.map(({ label, points }) => [label, points[0]?.sha, points.length])).toEqual([
    ['all', 'c50', 200],
  ]);
  expect(figure.leftOut).toEqual(['old']);
});

test('of more than eight lines those that were played last are drawn', () => {
  const lines = Array.from({ length: 10 }, (_, index) => line(`row ${index}`, [`c${index}`, 1]));
  const { lines: shown, leftOut } = figureOf(lines, orderOf(10));
  expect(shown.map(({ label }) => label)).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((index) => `row ${index}`));
  expect(leftOut).toEqual(['row 0', 'row 1']);
});

test('a chart is told in words', () => {
  const lines = [
    line('a', ['c1', 3], ['c2', null], ['c3', 1], ['c4', 2]),
    line('b', ['c4', 5]),
    line('c', ['c4', null]),
  ];
  expect(describeChart('Duration', 0, figureOf(lines, orderOf(10)))).toBe(
    'Duration, 4 points, oldest first. a: from 3 s to 2 s, lowest 1 s, highest 3 s. b: one run, 5 s. c: not measured.',
  );
});

test('a line needs two measured points of one row', () => {
  const drawn = (...lines: FigureLine[]) => hasLine(figureOf(lines, orderOf(10)));
  expect(drawn()).toBe(false);
  expect(drawn(line('a', ['c1', 1]), line('b', ['c2', 1]))).toBe(false);
  expect(drawn(line('a', ['c1', 1], ['c2', null]))).toBe(false);
  expect(drawn(line('a', ['c1', 1], ['c2', 1]))).toBe(true);
  expect(hasLine(figureOf([line('a', ['c1', 1], ['c2', 1])], orderOf(10)), 1)).toBe(false);
});
