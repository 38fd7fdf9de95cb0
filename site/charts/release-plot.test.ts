import { expect, test } from 'vitest';
import { columnsOf, type PlotPoint, releasePlot } from './release-plot.ts';

const size = { width: 200, height: 60 };
const of = (value: number, edition = 'now'): PlotPoint => ({ value, edition });
const broken: PlotPoint = { gap: 'broken' };
const none: PlotPoint = { gap: 'none' };

test('a point says whether it is equal to the one before, larger or smaller', () => {
  const {
    line,
    same,
    more,
    less,
    broken: crosses,
    editions,
  } = releasePlot([of(30), of(60), of(60), of(0)], size);
  expect(line).toBe('M0 30L66.7 0L133.3 0L200 60');
  expect(same).toBe('M0 30h0M133.3 0h0');
  expect(more).toBe('M66.7 -5l5 8h-10z');
  expect(less).toBe('M200 65l5 -8h-10z');
  expect([crosses, editions]).toEqual(['', '']);
});

test('a broken release is a cross and a gap of the line, and a release without the part is a gap alone', () => {
  const { line, broken: crosses, more } = releasePlot([of(30), broken, of(60), none, of(60)], size);
  expect(line).toBe('M0 30M100 0M200 0');
  expect(crosses).toBe('M46 52l8 8m0 -8l-8 8');
  // Compared with the last number before the gap.
  expect(more).toBe('M100 -5l5 8h-10z');
});

test('numbers of two editions are neither joined nor called larger or smaller', () => {
  const { line, editions, more, less, same } = releasePlot([of(30, 'a'), of(60, 'b'), of(30, 'b')], size);
  expect(line).toBe('M0 30M100 0L200 30');
  expect(editions).toBe('M50 0V60');
  expect([more, same]).toEqual(['', 'M0 30h0M100 0h0']);
  expect(less).toBe('M200 35l5 -8h-10z');
});

test('the first, the last and the largest value have labels, which do not overlap', () => {
  const labels = (points: PlotPoint[]) =>
    releasePlot(points, size).labels.map(({ value, anchor }) => [value, anchor]);
  expect(labels([of(1), of(9), of(5)])).toEqual([
    [1, 'start'],
    [9, 'middle'],
    [5, 'end'],
  ]);
  expect(labels([of(1), ...Array.from({ length: 8 }, () => of(4)), of(9), of(5)])).toEqual([
    [1, 'start'],
    [5, 'end'],
  ]);
});

test('the first label is below its point if the line rises from it, and above if it does not', () => {
  const first = (...points: PlotPoint[]) => releasePlot(points, size).labels[0]?.y;
  expect(first(of(30), of(60))).toBe(48);
  expect(first(of(60), of(30))).toBe(-9);
  expect(first(of(0), of(30))).toBe(51);
});

test('only zeros, a single release and no release are drawn without a number that is not finite', () => {
  for (const points of [[of(0), of(0)], [of(7)], [broken], []]) {
    const plot = releasePlot(points, size);
    expect(JSON.stringify(plot)).not.toMatch(/NaN|Infinity|null/);
  }
  expect(releasePlot([of(0), of(0)], size).line).toBe('M0 60L200 60');
  expect(releasePlot([of(7)], size).places).toEqual([100]);
});

test('a column has one mark for equal neighbours, and a gap where a value is unknown', () => {
  const releases = [
    ['a', 'a', 'b', 'a'],
    [null, 'a', 'a', 'b'],
  ] as const;
  expect(columnsOf(releases, [0, 50], 40)).toEqual([
    { value: 'a', path: 'M0 0v20M0 30v10M50 10v20' },
    { value: 'b', path: 'M0 20v10M50 30v10' },
  ]);
  expect(columnsOf([[], []], [0, 50], 40)).toEqual([]);
});
