import { html } from 'hono/html';
import type { Markup } from './layout.ts';

const star = 'M10 1l2.8 6 6.6.7-5 4.4 1.5 6.5L10 15.2l-5.9 3.4 1.5-6.5-5-4.4 6.6-.7z';

/** Drawn as SVG, because some fonts lack stars. The number is beside it in words. */
export function starRow(count: number): Markup {
  return html`<svg class="stars" viewBox="0 0 100 20" aria-hidden="true" focusable="false">${[
    0, 1, 2, 3, 4,
  ].map(
    (place) =>
      html`<path d="${star}" transform="translate(${place * 20})"${place < count && html` class="full"`}/>`,
  )}</svg>`;
}
