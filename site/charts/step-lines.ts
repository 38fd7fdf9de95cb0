import type { Plugin } from 'chart.js';
import type { Line } from './chart-table.ts';
import type { Theme } from './theme.ts';

/** Draws an upright line where a step was found, in the colour of its line and behind the data. */
export function stepLines(lines: readonly Line[], { ink, lines: colours }: Theme): Plugin<'line'> {
  const steps = lines.flatMap(({ points }, index) =>
    points
      .filter(({ step }) => step)
      .map(({ place }) => ({ place, colour: colours[index % colours.length] ?? ink })),
  );
  return {
    id: 'step-lines',
    beforeDatasetsDraw({ ctx, chartArea, scales: { x } }) {
      if (!x) return;
      ctx.save();
      ctx.setLineDash([3, 3]);
      for (const { place, colour } of steps) {
        const at = Math.round(x.getPixelForValue(place)) + 0.5;
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
