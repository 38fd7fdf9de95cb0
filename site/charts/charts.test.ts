import { expect, test } from 'vitest';
import type { ChartTable, Point } from './chart-table.ts';
import { charts } from './index.ts';
import { lineStyles } from './line-styles.ts';
import type { Theme } from './theme.ts';

const theme: Theme = {
  ink: '#111',
  quiet: '#666',
  grid: '#ddd',
  raised: '#fff',
  lines: ['#0a0', '#00a'],
  font: 'sans-serif',
};
const point = (place: number, value: number | null): Point => ({
  place,
  value,
  text: `${value}`,
  step: false,
});
const tableOf = (...lines: Point[][]): ChartTable => ({
  places: ['aaaaaaaaa 2026-01-01', 'bbbbbbbbb 2026-01-02', 'ccccccccc'],
  lines: lines.map((points, index) => ({ label: `row ${index}`, points })),
});

test('charts and their measures have names of their own', () => {
  expect(new Set(charts.map(({ id }) => id)).size).toBe(charts.length);
  expect(new Set(charts.map(({ measure }) => measure)).size).toBe(charts.length);
});

test.for(charts)('$id makes a chart of an empty history', (chart) => {
  expect(chart.config({ places: [], lines: [] }, theme).data.datasets).toEqual([]);
  expect(chart.config(tableOf([]), theme).data.datasets[0]?.data).toEqual([]);
});

test.for(charts)('$id shows one point alone', (chart) => {
  const { data, options } = chart.config(tableOf([point(0, 0.5)]), theme);
  expect(data.datasets[0]?.data).toEqual([{ x: 0, y: 0.5 }]);
  expect(radii(chart, [point(0, 0.5)])).toEqual([3]);
  expect(options?.scales?.x).toMatchObject({ min: 0, max: 2 });
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

function radii({ config }: (typeof charts)[number], points: Point[]): unknown[] {
  const radius = config(tableOf(points), theme).data.datasets[0]?.pointRadius;
  if (typeof radius !== 'function') throw new Error('the radius depends on the point');
  // The only thing that it looks at.
  return points.map((_, dataIndex) => radius({ dataIndex } as Parameters<typeof radius>[0], {}));
}
