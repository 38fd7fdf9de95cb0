import type { PointStyle } from 'chart.js';

/** A line among others: `dash` in pixels, `marker` as Chart.js names it, `path` the same in a box of 12 around 0. */
type LineStyle = { dash: readonly number[]; marker: PointStyle; path: string };

/** They differ without colour. */
export const lineStyles: readonly [LineStyle, ...LineStyle[]] = [
  { dash: [], marker: 'circle', path: 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0' },
  { dash: [7, 4], marker: 'rect', path: 'M-3 -3h6v6h-6z' },
  { dash: [2, 3], marker: 'triangle', path: 'M0 -4L4 3H-4z' },
  { dash: [10, 3, 2, 3], marker: 'rectRot', path: 'M0 -4L4 0L0 4L-4 0z' },
  { dash: [14, 5], marker: 'crossRot', path: 'M-3 -3L3 3M3 -3L-3 3' },
  { dash: [4, 2], marker: 'cross', path: 'M0 -4V4M-4 0H4' },
  { dash: [1, 4], marker: 'star', path: 'M0 -4V4M-4 0H4M-3 -3L3 3M3 -3L-3 3' },
  {
    dash: [10, 3, 2, 3, 2, 3],
    marker: 'rectRounded',
    path: 'M-3 -2q0-1 1-1h4q1 0 1 1v4q0 1-1 1h-4q-1 0-1-1z',
  },
];

/** The style of the line at an index. Each round of colours (`--line-0` and so on) shifts the shapes, so 64 lines differ. */
export function lineStyleOf(index: number): LineStyle & { colour: number } {
  const count = lineStyles.length;
  const shape = lineStyles[(index + Math.floor(index / count)) % count] ?? lineStyles[0];
  return { ...shape, colour: index % count };
}
