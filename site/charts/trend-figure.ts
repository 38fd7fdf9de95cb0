import { measures } from '../../harness/measures/index.ts';
import type { Chart } from './chart.ts';
import { type Figure, figureOf } from './chart-figure.ts';
import { trendChart } from './trend-charts.ts';
import type { Trend } from './trends.ts';

/** The trends of one comparability key as lines of one figure; without what only some runs have, where none has it. */
export function trendFigure(
  trends: readonly Trend[],
  commitOrder: ReadonlyMap<string, number>,
): { charts: Chart[]; figure: Figure } {
  const shown = measures.filter(
    ({ expectedOf, at }) =>
      expectedOf === null || trends.some(({ points }) => points.some((point) => at(point) !== null)),
  );
  const lines = trends.map(({ label, points, steps }) => ({
    label,
    points: points.map((point, index) => ({
      sha: point.sha,
      date: point.date,
      ...(index > 0 && point.version !== points[index - 1]?.version ? { mark: point.version } : {}),
      cells: shown.map(({ id, at, formatAt }) => {
        const value = at(point);
        const step = steps.find((found) => found.measure === id && found.point === point);
        const text = value === null ? 'not measured' : formatAt(value, point);
        return { value, text, step: step?.direction ?? null };
      }),
    })),
  }));
  return { charts: shown.map(trendChart), figure: figureOf(lines, commitOrder) };
}
