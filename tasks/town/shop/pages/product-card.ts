import { html } from 'hono/html';
import { isInStock } from '../catalogue/find-products.ts';
import { type Rating, ratingsOf } from '../catalogue/rating.ts';
import type { Product } from '../state/rows.ts';
import type { Shop } from '../visit.ts';
import { euros } from '../words/money.ts';
import type { Markup } from './layout.ts';
import { picture } from './picture.ts';
import { starRow } from './star-row.ts';

/** A grid of products; `level` is the heading level. */
export function productGrid(shop: Shop, products: readonly Product[], level: 2 | 3): Markup {
  const rating = ratingsOf(shop);
  return html`<ul class="grid">${products.map((product) => html`<li>${card(shop, product, rating(product.id), level)}</li>`)}</ul>`;
}

function card(shop: Shop, product: Product, rating: Rating, level: 2 | 3): Markup {
  const { id, name, maker } = product;
  const title = html`<a href="/p/${id}">${name}</a>`;
  return html`<article class="card" aria-labelledby="card-${id}">
${picture(product)}
${level === 2 ? html`<h2 id="card-${id}">${title}</h2>` : html`<h3 id="card-${id}">${title}</h3>`}
<p class="soft">${maker}</p>
<p>${stars(rating)}</p>
<p class="price">${priceOf(shop, product)}</p>
${!isInStock(shop, product) && html`<p class="out">Sold out</p>`}
</article>`;
}

export function priceOf({ state }: Shop, { id, price, was }: Product): Markup {
  const dearer = state.variants.all().some((variant) => variant.product === id && variant.price > price);
  return html`${dearer && html`<span class="soft">from</span> `}<strong>${euros(price)}</strong>${was !== null && html` <span class="was">before <s>${euros(was)}</s></span>`}`;
}

export function stars({ count, average }: Rating): Markup {
  if (count === 0) return html`<span class="soft">No reviews yet</span>`;
  const reviews = count === 1 ? '1 review' : `${count} reviews`;
  return html`${starRow(Math.round(average))} ${average.toFixed(1)} of 5 <span class="soft">(${reviews})</span>`;
}
