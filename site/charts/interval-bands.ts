import type { Plugin } from 'chart.js';
import type { Interval } from '../../harness/results/statistics/statistics.ts';
import type { Line, Point } from './chart-table.ts';
import { lineStyleOf } from './line-styles.ts';
import type { Theme } from './theme.ts';
import { bandedLines, type View } from './view.ts';

type Bound = { atMs: number; interval: Interval };

/** Draws the intervals of a line as a band behind it, if the band is readable. */
export function intervalBands(
  lines: readonly Line[],
  { ink, lines: colours }: Theme,
  view: View,
): Plugin<'line'> {
  const stretches = lines.map(({ points }) => stretchesOf(points));
  return {
    id: 'interval-bands',
    beforeDatasetsDraw({ ctx, scales: { x, y } }) {
      if (!x || !y) return;
      ctx.save();
      ctx.globalAlpha = 0.16;
      for (const index of bandedLines(view, lines.length)) {
        ctx.fillStyle = colours[lineStyleOf(index).colour] ?? ink;
        for (const bounds of stretches[index] ?? []) {
          const edge = (end: 0 | 1) =>
            bounds.map(({ atMs, interval }) => [x.getPixelForValue(atMs), y.getPixelForValue(interval[end])]);
          ctx.beginPath();
          for (const [left = 0, top = 0] of [...edge(1), ...edge(0).reverse()]) ctx.lineTo(left, top);
          ctx.closePath();
          ctx.fill();
        }
      }
      ctx.restore();
    },
  };
}

/** A gap of the line is a gap of its band. A single run has no band, because an area needs two points. */
export function stretchesOf(points: readonly Point[]): Bound[][] {
  const stretches: Bound[][] = [[]];
  for (const { atMs, value, interval } of points) {
    if (value === null || interval === null) stretches.push([]);
    else stretches.at(-1)?.push({ atMs, interval });
  }
  return stretches.filter(({ length }) => length > 1);
}
