import { Chart as Canvas, LinearScale, LineController, LineElement, PointElement, Tooltip } from 'chart.js';
import { charts } from './index.ts';
import { readTable } from './read-table.ts';
import { themeOf } from './theme-of.ts';

// Only what the charts need: the whole library is a third larger.
Canvas.register(LineController, LineElement, PointElement, LinearScale, Tooltip);

const drawn = new Map<HTMLCanvasElement, Canvas>();

/** Draws the chart that `data-chart` names over the table of its figure, in the colours of the moment. */
export function drawChart(canvas: HTMLCanvasElement, scheme: 'light' | '' = ''): void {
  const chart = charts.find(({ id }) => id === canvas.dataset.chart);
  const table = canvas.closest('figure')?.querySelector('table');
  if (!chart || !table) return;
  drawn.get(canvas)?.destroy();
  const config = chart.config(readTable(table, chart.measure), themeOf(canvas, scheme));
  drawn.set(canvas, new Canvas(canvas, config));
  canvas.dataset.drawn = '';
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
addEventListener('themechange', redraw);
// Paper is white, and all of the page is on it.
addEventListener('beforeprint', () => {
  for (const canvas of document.querySelectorAll<HTMLCanvasElement>('canvas[data-chart]')) {
    drawChart(canvas, 'light');
  }
});
addEventListener('afterprint', redraw);

function redraw(): void {
  for (const canvas of drawn.keys()) drawChart(canvas);
}
