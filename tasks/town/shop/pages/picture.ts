import { html } from 'hono/html';
import { glyphs } from '../catalogue/glyphs.ts';
import words from '../catalogue/words.json' with { type: 'json' };
import type { Product } from '../state/rows.ts';
import type { Markup } from './layout.ts';

const plain = '#b9a184';

/** A drawing of the product. It adds nothing to the text beside it. */
export function picture({ glyph, options }: Product, colour?: string): Markup {
  const [shape, lines] = glyphs[glyph] ?? ['', ''];
  const first = options.find(({ name }) => name === 'Colour')?.values[0];
  const fill = (words.colours as Readonly<Record<string, string>>)[colour ?? first ?? ''] ?? plain; // the key can be any word
  return html`<svg class="picture" viewBox="0 0 100 100" aria-hidden="true" focusable="false"><path class="shape" d="${shape}" style="fill:${fill}"/><path d="${lines}"/></svg>`;
}
