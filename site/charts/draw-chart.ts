import { Chart as Canvas, LinearScale, LineController, LineElement, PointElement, Tooltip } from 'chart.js';
import type { Drawn } from './chart.ts';
import { type Exploration, exploreFigure } from './explore-figure.ts';
import { charts } from './index.ts';
import { readTable } from './read-table.ts';
import { themeOf } from './theme-of.ts';

// Only what the charts need: the whole library is a third larger.
Canvas.register(LineController, LineElement, PointElement, LinearScale, Tooltip);

const drawn = new Map<HTMLCanvasElement, Drawn>();
const explored = new Map<HTMLElement, Exploration>();

/** Draws the chart that `data-chart` names from the table of its figure, in the current colours. */
export function drawChart(canvas: HTMLCanvasElement, scheme: 'light' | '' = ''): void {
  const chart = charts.find(({ id }) => id === canvas.dataset.chart);
  const figure = canvas.closest('figure');
  const table = figure?.querySelector('table');
  if (!chart || !figure || !table) return;
  drawn.get(canvas)?.destroy();
  const { view, onHover, onClick } = explorationOf(figure, table);
  const { options, ...config } = chart.config(readTable(table, chart.measure), themeOf(canvas, scheme), view);
  drawn.set(canvas, new Canvas(canvas, { ...config, options: { ...options, onHover, onClick } }));
  canvas.dataset.drawn = '';
}

function explorationOf(figure: HTMLElement, table: HTMLTableElement): Exploration {
  const known = explored.get(figure);
  if (known) return known;
  const ofFigure = () => [...drawn].flatMap(([canvas, chart]) => (figure.contains(canvas) ? [chart] : []));
  const exploration = exploreFigure(figure, table, ofFigure);
  explored.set(figure, exploration);
  return exploration;
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
addEventListener('themechange', redraw);
// Paper is white, and the whole page is printed.
addEventListener('beforeprint', () => {
  for (const canvas of document.querySelectorAll<HTMLCanvasElement>('canvas[data-chart]')) {
    drawChart(canvas, 'light');
  }
});
addEventListener('afterprint', redraw);

function redraw(): void {
  for (const canvas of drawn.keys()) drawChart(canvas);
}
