import { html } from 'hono/html';
import { findProducts, pageSize, sorts, type Wanted, wantedOf } from '../catalogue/find-products.ts';
import type { Product } from '../state/rows.ts';
import type { Visit } from '../visit.ts';
import { checkbox, select } from './field.ts';
import type { Markup } from './layout.ts';
import { productGrid } from './product-card.ts';

/** A paged product list with filters and sorting. `kept`: query fields that the form passes on. */
export function productList(
  { shop, url }: Visit,
  among: readonly Product[],
  kept: Readonly<Record<string, string>> = {},
): Markup {
  const wanted = wantedOf(url.searchParams);
  const found = findProducts(shop, among, wanted);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(wanted.page, pages);
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  return html`<div class="list">
${filters(url, among, wanted, kept)}
<section aria-label="Products">
<p role="status">${found.length === 1 ? '1 product' : `${found.length} products`}${pages > 1 && `, page ${page} of ${pages}`}</p>
${shown.length === 0 ? nothing(url, kept) : productGrid(shop, shown, 2)}
${pages > 1 && pageLinks(url, page, pages)}
</section>
</div>`;
}

function filters(
  url: URL,
  among: readonly Product[],
  wanted: Wanted,
  kept: Readonly<Record<string, string>>,
): Markup {
  const query = url.searchParams;
  const several = (name: string, legend: string, values: readonly string[], chosen: readonly string[]) =>
    values.length > 1 &&
    html`<fieldset><legend>${legend}</legend>${values.map((value) => checkbox(name, value, chosen.includes(value), value))}</fieldset>`;
  return html`<form class="filters" action="${url.pathname}" aria-label="Filter and sort">
<details class="fold" open><summary>Filter and sort</summary>
${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${select({}, { name: 'sort', label: 'Sort by', list: Object.entries(sorts), value: wanted.sort })}
${several('kind', 'Kind', distinct(among.map(({ kind }) => kind)), wanted.kinds)}
<fieldset><legend>Price in euros</legend><div class="pair">
<div class="field"><label for="min">From</label><input id="min" name="min" inputmode="decimal" value="${query.get('min') ?? ''}"></div>
<div class="field"><label for="max">To</label><input id="max" name="max" inputmode="decimal" value="${query.get('max') ?? ''}"></div>
</div></fieldset>
${several('maker', 'Maker', distinct(among.map(({ maker }) => maker)).sort(), wanted.makers)}
<fieldset><legend>Reviews</legend>
${[4, 3, 2].map((stars) => html`<label class="choice"><input type="radio" name="stars" value="${stars}"${wanted.stars === stars && html` checked`}> <span>${stars} stars and more</span></label>`)}
<label class="choice"><input type="radio" name="stars" value="0"${wanted.stars === 0 && html` checked`}> <span>Any</span></label>
</fieldset>
<fieldset><legend>Only show</legend>${checkbox('stock', 'In stock', wanted.inStock)}${checkbox('offer', 'On offer', wanted.onOffer)}</fieldset>
<p class="actions"><button>Apply</button> <a href="${addressOf(url, kept)}">Clear all</a></p>
</details>
</form>`;
}

function nothing(url: URL, kept: Readonly<Record<string, string>>): Markup {
  return html`<div class="empty"><p>Nothing here is like that.</p><p><a href="${addressOf(url, kept)}">Show all again</a></p></div>`;
}

function pageLinks(url: URL, page: number, pages: number): Markup {
  const to = (number: number) => {
    const query = new URLSearchParams(url.searchParams);
    query.set('page', String(number));
    return `${url.pathname}?${query}`;
  };
  return html`<nav class="pages" aria-label="Pages"><ul>
${page > 1 && html`<li><a href="${to(page - 1)}" rel="prev">Previous</a></li>`}
${Array.from({ length: pages }, (_, index) => index + 1).map((number) =>
  number === page
    ? html`<li><span aria-current="page">${number}</span></li>`
    : html`<li><a href="${to(number)}" aria-label="Page ${number}">${number}</a></li>`,
)}
${page < pages && html`<li><a href="${to(page + 1)}" rel="next">Next</a></li>`}
</ul></nav>`;
}

function addressOf(url: URL, kept: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(kept).toString();
  return query ? `${url.pathname}?${query}` : url.pathname;
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
