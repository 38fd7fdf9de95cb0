/** Draws score by cost over the picture of it that is in the page, so that the nearest row says what it is. */
import {
  Chart as Canvas,
  LinearScale,
  LineElement,
  LogarithmicScale,
  PointElement,
  ScatterController,
  Tooltip,
} from 'chart.js';
import { type CostPoint, costChart } from './cost-chart.ts';
import { themeOf } from './theme-of.ts';

Canvas.register(ScatterController, LineElement, PointElement, LinearScale, LogarithmicScale, Tooltip);

/** The points as the picture has them: its place on both scales, and its words. */
function pointsOf(picture: SVGSVGElement): CostPoint[] {
  const [least, most, width, height] = ['least', 'most', 'width', 'height'].map((name) =>
    Number(picture.dataset[name]),
  ) as [number, number, number, number]; // as many as there are names
  return [...picture.querySelectorAll('circle')].map((circle) => ({
    x: 10 ** (least + (circle.cx.baseVal.value / width) * (most - least)),
    y: 1 - circle.cy.baseVal.value / height,
    words: circle.textContent,
    isOnFrontier: circle.classList.contains('frontier'),
  }));
}

for (const picture of document.querySelectorAll<SVGSVGElement>('.pareto svg')) {
  const box = document.createElement('div');
  const canvas = document.createElement('canvas');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', picture.getAttribute('aria-label') ?? '');
  box.className = 'box';
  box.append(canvas);
  picture.replaceWith(box);
  const points = pointsOf(picture);
  let chart: { destroy(): void } | undefined;
  const draw = (scheme: 'light' | '' = '') => {
    chart?.destroy();
    chart = new Canvas(canvas, costChart(points, themeOf(canvas, scheme)));
  };
  draw();
  canvas.dataset.drawn = '';
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => draw());
  addEventListener('themechange', () => draw());
  addEventListener('beforeprint', () => draw('light'));
  addEventListener('afterprint', () => draw());
}
