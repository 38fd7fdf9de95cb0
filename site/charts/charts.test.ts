import { expect, test } from 'vitest';
import type { ChartTable, Point } from './chart-table.ts';
import { costChart } from './cost-chart.ts';
import { charts } from './index.ts';
import { lineStyleOf, lineStyles } from './line-styles.ts';
import type { Theme } from './theme.ts';

const theme: Theme = {
  ink: '#111',
  quiet: '#666',
  grid: '#ddd',
  raised: '#fff',
  lines: ['#0a0', '#00a'],
  font: 'sans-serif',
};
const dayMs = 24 * 3600 * 1000;
const point = (day: number, value: number | null): Point => ({
  atMs: day * dayMs,
  value,
  interval: null,
  text: `${value}`,
  step: false,
  run: { name: `day ${day}`, href: '' },
});
const tableOf = (...lines: Point[][]): ChartTable => ({
  lines: lines.map((points, index) => ({ label: `row ${index}`, points })),
});

test('charts and their measures have names of their own', () => {
  expect(new Set(charts.map(({ id }) => id)).size).toBe(charts.length);
  expect(new Set(charts.map(({ measure }) => measure)).size).toBe(charts.length);
});

test.for(charts)('$id makes a chart of an empty history', (chart) => {
  expect(chart.config({ lines: [] }, theme).data.datasets).toEqual([]);
  expect(chart.config(tableOf([]), theme).data.datasets[0]?.data).toEqual([]);
});

test.for(charts)('$id shows one point alone', (chart) => {
  const { data, options } = chart.config(tableOf([point(0, 0.5)]), theme);
  expect(data.datasets[0]?.data).toEqual([{ x: 0, y: 0.5 }]);
  expect(radii(chart, [point(0, 0.5)])).toEqual([3]);
  expect(options?.scales?.x).toMatchObject({ min: -dayMs / 2, max: dayMs / 2 });
});

test.for(charts)('$id leaves a gap where nothing was measured', (chart) => {
  const points = [point(0, 0.5), point(1, null), point(2, 0.5)];
  const [dataset] = chart.config(tableOf(points), theme).data.datasets;
  expect(dataset?.data.map(({ y }) => y)).toEqual([0.5, null, 0.5]);
  expect(dataset?.spanGaps).toBe(false);
  // What stands between two gaps would be seen by its marker alone.
  expect(radii(chart, points)[2]).toBe(3);
});

test.for(charts)('$id begins at zero and does not move', (chart) => {
  const { options } = chart.config(tableOf([point(0, 0.5), point(1, 0.25)]), theme);
  expect(options?.scales?.y).toMatchObject({ beginAtZero: true });
  expect(options?.animation).toBe(false);
});

test('lines can be told apart without colour', () => {
  expect(new Set(lineStyles.map(({ dash }) => dash.join())).size).toBe(lineStyles.length);
  expect(new Set(lineStyles.map(({ marker }) => marker)).size).toBe(lineStyles.length);
});

test('64 lines differ in colour or shape', () => {
  const looks = Array.from({ length: 64 }, (_, index) => lineStyleOf(index));
  expect(new Set(looks.map(({ colour, marker }) => `${colour} ${marker}`)).size).toBe(64);
});

test.for(charts)('$id draws an instant where it lies between the first and the last', (chart) => {
  const lines = tableOf([point(0, 1), point(1, 1), point(9, 1)], [point(3, 1)]);
  const { data, options } = chart.config(lines, theme);
  expect(data.datasets.map(({ data }) => data.map(({ x }) => x / dayMs))).toEqual([[0, 1, 9], [3]]);
  expect(options?.scales?.x).toMatchObject({ min: 0, max: 9 * dayMs });
});

test.for(charts)('$id hides what the reader hid', (chart) => {
  const { data } = chart.config(tableOf([point(0, 1)], [point(0, 2)]), theme, {
    hidden: new Set([1]),
    highlighted: null,
  });
  expect(data.datasets.map(({ hidden }) => hidden)).toEqual([false, true]);
});

function radii({ config }: (typeof charts)[number], points: Point[]): unknown[] {
  const radius = config(tableOf(points), theme).data.datasets[0]?.pointRadius;
  if (typeof radius !== 'function') throw new Error('the radius depends on the point');
  // The only thing that it looks at.
  return points.map((_, dataIndex) => radius({ dataIndex } as Parameters<typeof radius>[0], {}));
}

test('score by cost joins the rows that no other beats, on a scale of powers of ten', () => {
  const at = (x: number, y: number, isOnFrontier: boolean) => ({
    ...{ x, y, isOnFrontier },
    words: `${x} ${y}`,
    href: '/',
  });
  const [cheap, beaten, dear] = [at(0.01, 0.5, true), at(0.1, 0.4, false), at(1, 0.9, true)];
  const { data, options } = costChart([dear, beaten, cheap], { min: 0.01, max: 1 }, theme, () => {});
  expect(data.datasets.map(({ data: points, showLine }) => [points, showLine])).toEqual([
    [[cheap, dear], true],
    [[beaten], false],
  ]);
  expect(options?.scales?.x).toMatchObject({ type: 'logarithmic', min: 0.01, max: 1 });
});
