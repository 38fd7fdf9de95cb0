import type { Plugin } from 'chart.js';
import type { Line } from './chart-table.ts';
import { lineStyleOf } from './line-styles.ts';
import type { Theme } from './theme.ts';
import { isFaded, type View } from './view.ts';

/** Draws an upright line at each step, in the colour of its line and behind the data. */
export function stepLines(
  lines: readonly Line[],
  { ink, lines: colours }: Theme,
  view: View,
): Plugin<'line'> {
  const steps = lines.flatMap(({ points }, line) =>
    points
      .filter(({ step }) => step)
      .map(({ atMs }) => ({ line, atMs, colour: colours[lineStyleOf(line).colour] ?? ink })),
  );
  return {
    id: 'step-lines',
    beforeDatasetsDraw({ ctx, chartArea, scales: { x } }) {
      if (!x) return;
      ctx.save();
      ctx.setLineDash([3, 3]);
      for (const { line, atMs, colour } of steps) {
        if (view.hidden.has(line) || isFaded(view, line)) continue;
        const at = Math.round(x.getPixelForValue(atMs)) + 0.5;
        ctx.strokeStyle = colour;
        ctx.beginPath();
        ctx.moveTo(at, chartArea.top);
        ctx.lineTo(at, chartArea.bottom);
        ctx.stroke();
      }
      ctx.restore();
    },
  };
}
