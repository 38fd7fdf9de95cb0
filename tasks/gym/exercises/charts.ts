import { html } from 'hono/html';
import { inScript, saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type Charts = { visitors: number[]; rain: number[]; visitorsMonth: number; rainMonth: number };

export const months =
  'January,February,March,April,May,June,July,August,September,October,November,December'.split(',');

/** In CSS pixels. `barsTop`, `top` and `left` are positions in the window. */
const size = { width: 600, height: 200, left: 160, barsTop: 150, top: 390, bar: 30, step: 45 };
const most = { visitors: 2000, rain: 140 };

/** Charts that show exact values on demand only: SVG bars when hovered, canvas points when clicked. */
export const charts = defineExercise<Charts>({
  id: 'charts',
  title: 'The garden in figures',
  draw: (random) => {
    // No value equals a number on an axis.
    const visitors = random.sample(
      Array.from({ length: 1400 }, (_, index) => 401 + index),
      12,
    );
    const rain = random.sample(
      Array.from({ length: 110 }, (_, index) => 21 + index),
      12,
    );
    return { visitors, rain, visitorsMonth: random.int(1, 10), rainMonth: random.int(1, 10) };
  },
  open: (drawn, bench) => (visit) => {
    if (visit.path !== '') return undefined;
    if (visit.method === 'GET') return page(drawn);
    const numberOf = (field: string) => Number((visit.form.get(field) ?? '').replace(/[,\s]/g, ''));
    bench.record({ visitors: numberOf('visitors'), rain: numberOf('rain') });
    return saved();
  },
});

/** A point on the rain line, in CSS pixels of the window. */
export function pointOf({ rain }: Charts, month: number): { x: number; y: number } {
  return { x: size.left + xOf(month), y: size.top + yOf(rain[month] ?? 0) };
}

/** The centre of a bar, in CSS pixels of the window. */
export function barOf({ visitors }: Charts, month: number): { x: number; y: number } {
  const { y, height } = heightOf(visitors[month] ?? 0);
  return { x: size.left + xOf(month), y: Math.round(size.barsTop + y + height / 2) };
}

const xOf = (month: number) => 60 + month * size.step;
/** Rounded, because a client that takes whole pixels would cut off half pixels. */
const yOf = (mm: number) => Math.round(size.height - 20 - (mm / most.rain) * (size.height - 30));

function heightOf(count: number): { y: number; height: number } {
  const height = (count / most.visitors) * (size.height - 30);
  return { y: size.height - 20 - height, height };
}

const bars = (visitors: readonly number[]) =>
  visitors.map((count, month) => {
    const { y, height } = heightOf(count);
    const x = xOf(month);
    return html`<rect role="img" aria-label="Visitors in ${months[month]}" data-count="${month}" x="${x - size.bar / 2}" y="${y}" width="${size.bar}" height="${height}" fill="#3b6ea5"></rect>
<text aria-hidden="true" x="${x}" y="${size.height - 5}" text-anchor="middle">${months[month]?.slice(0, 3)}</text>`;
  });

const page = ({
  visitors,
  rain,
}: Charts) => html`<p id="tip" role="status" style="min-height: 1.5em">Point at a month.</p>
<svg style="position: absolute; left: ${size.left}px; top: ${size.barsTop}px" width="${size.width}" height="${size.height}" role="group" aria-label="Visitors"><g font-size="12" aria-hidden="true"><text x="0" y="12">Visitors</text>${[500, 1000, 1500].map((count) => html`<text x="0" y="${heightOf(count).y + 4}">${count}</text><path stroke="#c5ccd6" d="M36 ${heightOf(count).y}H600"></path>`)}</g>
<g font-size="12">${bars(visitors)}</g></svg>
<canvas role="img" aria-label="Rain in mm" width="${size.width}" height="${size.height}" style="position: absolute; left: ${size.left}px; top: ${size.top}px"></canvas>
<form method="post" style="position: absolute; left: ${size.left}px; top: ${size.top + size.height + 10}px"><label>Visitors <input name="visitors" autocomplete="off"></label> <label>Rain in mm <input name="rain" autocomplete="off"></label> <button>Save</button></form>
<script>
const visitors = ${inScript(visitors)};
const rain = ${inScript(rain.map((mm, month) => ({ mm, x: xOf(month), y: yOf(mm) })))};
const months = ${inScript(months)};
const tip = document.getElementById('tip');
for (const bar of document.querySelectorAll('rect')) {
  bar.onpointerenter = () => { bar.setAttribute('fill', '#d97706'); tip.textContent = months[bar.dataset.count] + ': ' + visitors[bar.dataset.count] + ' visitors'; };
  bar.onpointerleave = () => { bar.setAttribute('fill', '#3b6ea5'); tip.textContent = 'Point at a month.'; };
}
const canvas = document.querySelector('canvas');
const brush = canvas.getContext('2d');
brush.font = '12px system-ui, sans-serif';
brush.textAlign = 'center';
brush.fillStyle = '#1c2430';
brush.fillText('Rain in mm', 32, 12);
brush.strokeStyle = '#c5ccd6';
for (const [mm, y] of ${inScript([50, 100].map((mm) => [mm, yOf(mm)]))}) {
  brush.fillText(mm, 14, y + 4);
  brush.strokeRect(36, y, canvas.width, 0);
}
brush.strokeStyle = '#2f855a';
brush.beginPath();
for (const { x, y } of rain) brush.lineTo(x, y);
brush.stroke();
rain.forEach(({ x, y }, month) => {
  brush.fillStyle = '#2f855a';
  brush.beginPath();
  brush.arc(x, y, 5, 0, 7);
  brush.fill();
  brush.fillStyle = '#1c2430';
  brush.fillText(months[month].slice(0, 3), x, canvas.height - 5);
});
canvas.onclick = ({ clientX, clientY }) => {
  const box = canvas.getBoundingClientRect();
  const month = rain.findIndex(({ x, y }) => Math.hypot(clientX - box.left - x, clientY - box.top - y) < 12);
  tip.textContent = month < 0 ? 'No point here.' : months[month] + ': ' + rain[month].mm + ' mm of rain';
};
</script>`;
