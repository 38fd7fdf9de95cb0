import { bytesTrend } from './bytes-trend.ts';
import { callsTrend } from './calls-trend.ts';
import type { Chart } from './chart.ts';
import { type Figure, figureOf } from './chart-figure.ts';
import { costTrend } from './cost-trend.ts';
import { durationTrend } from './duration-trend.ts';
import { scoreTrend } from './score-trend.ts';
import { type Measure, readings, type Trend } from './trends.ts';

const columns: readonly { measure: Measure; chart: Chart }[] = [
  { measure: 'score', chart: scoreTrend },
  { measure: 'durationMs', chart: durationTrend },
  { measure: 'toolCalls', chart: callsTrend },
  { measure: 'responseBytes', chart: bytesTrend },
  { measure: 'usd', chart: costTrend },
];

/** The trends of one comparability key as lines of one figure; without a chart of cost where nothing had a price. */
export function trendFigure(
  trends: readonly Trend[],
  commitOrder: ReadonlyMap<string, number>,
): { charts: Chart[]; figure: Figure } {
  const paid = trends.some(({ points }) => points.some(({ usd }) => usd !== null));
  const shown = columns.filter(({ measure }) => measure !== 'usd' || paid);
  const lines = trends.map(({ label, points, steps }) => ({
    label,
    points: points.map((point) => ({
      sha: point.sha,
      date: point.date,
      cells: shown.map(({ measure }) => {
        const { of, format } = readings[measure];
        const value = of(point);
        const step = steps.find((found) => found.measure === measure && found.point === point);
        const text = value === null ? 'not measured' : format(value, point);
        return { value, text, step: step?.direction ?? null };
      }),
    })),
  }));
  return { charts: shown.map(({ chart }) => chart), figure: figureOf(lines, commitOrder) };
}
