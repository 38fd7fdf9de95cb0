import { html } from 'hono/html';
import type { Thread } from '../state/rows.ts';

/** Drawn as SVG, because some fonts lack stars. A full star differs from an empty one in shape, not only in colour. */
export function starButton({ id, starred }: Thread, label: string) {
  return html`<button type="submit" class="star" name="${starred ? 'unstar' : 'star'}" value="${id}" aria-pressed="${starred ? 'true' : 'false'}" aria-label="${label}"><svg viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d="M10 1.8l2.5 5.3 5.7.8-4.1 4 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.1-4 5.7-.8z"/></svg></button>`;
}
