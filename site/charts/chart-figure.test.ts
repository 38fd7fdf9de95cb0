import { expect, test } from 'vitest';
import {
  describeChart,
  type FigureLine,
  figureOf,
  hasLine,
  linesAtFirst,
  longestOf,
} from './chart-figure.ts';

const cell = (value: number | null) => ({
  value,
  text: value === null ? 'not measured' : `${value} s`,
  interval: null,
  step: null,
});
const dateOf = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString();
const line = (label: string, ...runs: [day: number, value: number | null][]): FigureLine => ({
  label,
  points: runs.map(([day, value]) => ({
    sha: `c${day}`,
    date: dateOf(day),
    runId: `${label} ${day}`,
    startedAt: dateOf(day + 20),
    cells: [cell(value)],
  })),
});
const all = 1000;
const runsOf = (lines: FigureLine[], room: number) =>
  figureOf(lines, room).lines.map(({ points }) => points.map(({ sha }) => sha));

test('a point stands at the date of its commit, or of its run where the commit has none', () => {
  const { points } = line('a', [1, 1], [2, 1], [23, 1]);
  const undated = points.map((point, index) => (index === 1 ? { ...point, date: null } : point));
  const [drawn] = figureOf([{ label: 'a', points: undated }], all).lines;
  expect(drawn?.points.map(({ sha, atMs }) => [sha, new Date(atMs).toISOString()])).toEqual([
    ['c1', dateOf(1)],
    ['c2', dateOf(22)],
    ['c23', dateOf(23)],
  ]);
});

test('where there is no room for all the newest are kept, and it is said what is not', () => {
  const lines = [line('old', [1, 1], [2, 1]), line('new', [2, 1], [3, 1], [4, 1])];
  expect(runsOf(lines, all)).toEqual([
    ['c1', 'c2'],
    ['c2', 'c3', 'c4'],
  ]);
  expect(figureOf(lines, all).earlier).toEqual({ points: 0, lines: [] });
  // Of two runs at one commit, of which one has room, none is kept.
  expect(runsOf(lines, 3)).toEqual([['c3', 'c4']]);
  expect(figureOf(lines, 3).earlier).toEqual({ points: 3, lines: ['old'] });
  expect(runsOf(lines, 4)).toEqual([['c2'], ['c2', 'c3', 'c4']]);
  expect(figureOf(lines, 4).earlier).toEqual({ points: 1, lines: [] });
});

test('what was played at the newest commit is shown whole', () => {
  const lines = ['a', 'b', 'c'].map((label) => line(label, [1, 1], [2, 1]));
  expect(runsOf(lines, 0)).toEqual([['c2'], ['c2'], ['c2']]);
});

test('of more than eight lines those that were played last are shown first, and of equally late ones the longer', () => {
  const older = Array.from({ length: 3 }, (_, index) => line(`older ${index}`, [index + 1, 1], [4, 1]));
  const short = Array.from({ length: 6 }, (_, index) => line(`short ${index}`, [9, 1]));
  const long = Array.from({ length: 5 }, (_, index) => line(`long ${index}`, [1, 1], [9, 1]));
  const { lines, earlier } = figureOf([...older, ...short, ...long], all);
  expect(lines).toHaveLength(14);
  expect(earlier.lines).toEqual([]);
  const first = lines.filter(({ isFirst }) => isFirst).map(({ label }) => label);
  expect(first).toHaveLength(linesAtFirst);
  expect(first).toEqual(['short 0', 'short 1', 'short 2', ...long.map(({ label }) => label)]);
});

test('a chart is told in words', () => {
  const lines = [line('a', [1, 3], [2, null], [3, 1], [4, 2]), line('b', [4, 5]), line('c', [4, null])];
  expect(describeChart('Duration', 0, figureOf(lines, all))).toBe(
    'Duration, 2026-01-01 to 2026-01-04. a: from 3 s to 2 s, lowest 1 s, highest 3 s. b: one run, 5 s. c: not measured.',
  );
  expect(describeChart('Duration', 0, figureOf([line('b', [4, 5])], all))).toBe(
    'Duration, 2026-01-04. b: one run, 5 s.',
  );
});

test('a line needs two points of one row that were measured at different commits', () => {
  const drawn = (...lines: FigureLine[]) => hasLine(figureOf(lines, all));
  expect(drawn()).toBe(false);
  expect(drawn(line('a', [1, 1]), line('b', [2, 1]))).toBe(false);
  expect(drawn(line('a', [1, 1], [2, null]))).toBe(false);
  expect(drawn(line('a', [1, 1], [1, 2]))).toBe(false);
  expect(drawn(line('a', [1, 1], [2, 1]))).toBe(true);
  expect(hasLine(figureOf([line('a', [1, 1], [2, 1])], all), 1)).toBe(false);
});

test('how long the longest line is', () => {
  expect(longestOf(figureOf([], all))).toBe(0);
  expect(longestOf(figureOf([line('a', [1, 1]), line('b', [1, 1], [2, 1])], all))).toBe(2);
});
