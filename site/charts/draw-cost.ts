/**
 * Draws score by cost over the picture of it that is in the page: the nearest row shows its words, a click opens its page,
 * and the filter of the address hides the rows that do not fit.
 */
import {
  Chart as Canvas,
  LinearScale,
  LineElement,
  LogarithmicScale,
  PointElement,
  ScatterController,
  Tooltip,
} from 'chart.js';
import { type Fits, filterOfAddress, onFilter, sayShown } from '../scripts/address-filter.ts';
import { type CostPoint, costChart } from './cost-chart.ts';
import { frontierOf } from './frontier.ts';
import { themeOf } from './theme-of.ts';

Canvas.register(ScatterController, LineElement, PointElement, LinearScale, LogarithmicScale, Tooltip);

type Row = { x: number; y: number; words: string; href: string; data: DOMStringMap };

/** The scale and the rows as the picture has them: the place of each row on both scales, its words and its page. */
function readPicture(picture: SVGSVGElement) {
  const { rows = '' } = picture.dataset;
  const [least, most, width, height] = ['least', 'most', 'width', 'height'].map((name) =>
    Number(picture.dataset[name]),
  ) as [number, number, number, number]; // as many as there are names
  return {
    range: { min: 10 ** least, max: 10 ** most },
    rows: [...picture.querySelectorAll('circle')].map(
      (circle): Row => ({
        x: 10 ** (least + (circle.cx.baseVal.value / width) * (most - least)),
        y: 1 - circle.cy.baseVal.value / height,
        words: circle.textContent,
        href: `${rows}${circle.dataset.row}/`,
        data: circle.dataset,
      }),
    ),
  };
}

/** Draws one picture as a chart, and returns how it shows the rows that fit; the result is their number and that of all. */
function drawOver(picture: SVGSVGElement): (fits: Fits) => [shown: number, all: number] {
  const box = document.createElement('div');
  const canvas = document.createElement('canvas');
  const opened = document.createElement('p');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', picture.getAttribute('aria-label') ?? '');
  box.className = 'box';
  opened.setAttribute('role', 'status');
  box.append(canvas);
  picture.replaceWith(box);
  box.after(opened);
  const { range, rows } = readPicture(picture);
  let points: CostPoint[] = [];
  let chart: { destroy(): void } | undefined;
  const open = ({ href, words }: CostPoint, event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey) window.open(href, '_blank', 'noopener');
    else if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') location.assign(href);
    else {
      // A finger cannot point without a click: the first touch shows the words and the link.
      const link = document.createElement('a');
      link.href = href;
      link.textContent = words;
      opened.replaceChildren(link);
    }
  };
  const draw = (scheme: 'light' | '' = '') => {
    chart?.destroy();
    chart = new Canvas(canvas, costChart(points, range, themeOf(canvas, scheme), open));
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => draw());
  addEventListener('themechange', () => draw());
  addEventListener('beforeprint', () => draw('light'));
  addEventListener('afterprint', () => draw());
  return (fits) => {
    const shown = rows.filter(({ data, words }) => fits(data, () => words.toLowerCase()));
    const frontier = new Set(frontierOf(shown, ({ x, y }) => ({ usd: x, rate: y })));
    points = shown.map((row) => ({ ...row, isOnFrontier: frontier.has(row) }));
    opened.replaceChildren();
    draw();
    canvas.dataset.drawn = String(points.length);
    return [points.length, rows.length];
  };
}

const form = document.querySelector<HTMLFormElement>('form.filter');
const charts = [...document.querySelectorAll<SVGSVGElement>('.pareto svg')].map(drawOver);

function show(): void {
  const fits = filterOfAddress(form);
  const counts = charts.map((showIn) => showIn(fits));
  const sum = (at: 0 | 1) => counts.reduce((total, each) => total + each[at], 0);
  sayShown(form, sum(0), sum(1));
}

onFilter(form, show);
show();
