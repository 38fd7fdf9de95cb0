import { html, raw } from 'hono/html';
import { variantsOf } from '../catalogue/find-products.ts';
import { ratingOfReviews } from '../catalogue/rating.ts';
import { maxQty } from '../ledger/cart.ts';
import { optionWords } from '../state/option-words.ts';
import type { Product, Variant } from '../state/rows.ts';
import type { Shop, Visit } from '../visit.ts';
import { euros } from '../words/money.ts';
import { type Faults, faultList } from './field.ts';
import type { Markup } from './layout.ts';
import { picture } from './picture.ts';
import { priceOf, productGrid, stars } from './product-card.ts';
import { reviewList } from './review-list.ts';

export type Choosing = { chosen: Readonly<Record<string, string>>; qty: string; faults: Faults };

/** A product with its options; `chosen` may be incomplete. */
export function productPage(
  { shop, customer }: Visit,
  product: Product,
  { chosen, qty, faults }: Choosing,
): Markup {
  const { state } = shop;
  const variants = variantsOf(state, product.id);
  const variant = variantLike(variants, product, chosen);
  const reviews = state.reviews.all().filter((review) => review.product === product.id);
  const similar = state.products.all().filter(({ id, kind }) => kind === product.kind && id !== product.id);
  const isWished = state.wishes.get(`${customer?.id}:${product.id}`) !== undefined;
  return html`${faultList(faults)}
<div class="product">
<div class="pane">${picture(product, variant?.options.Colour)}</div>
<div>
<p class="soft">By ${product.maker}</p>
<p>${stars(ratingOfReviews(reviews))} ${reviews.length > 0 && html`<a href="/p/${product.id}/reviews">Read reviews</a>`}</p>
<p class="price" aria-live="polite"><span data-price>${variant ? html`<strong>${euros(variant.price)}</strong>` : priceOf(shop, product)}</span>
<span data-stock class="stock">${variant ? stockWords(shop, variant.id) : 'Choose to see what is in stock'}</span></p>
<p class="soft" data-article>${variant && `Article ${variant.id}`}</p>
<form method="post" action="/cart/add" class="buy" data-buy>
<input type="hidden" name="product" value="${product.id}">
${product.options.map(
  ({ name, values }) => html`<fieldset class="swatches" id="${name}"><legend>${name}</legend>
${faults[name] && html`<p class="fault">${faults[name]}</p>`}
${values.map((value) => html`<label class="swatch"><input type="radio" name="${name}" value="${value}"${chosen[name] === value && html` checked`}> <span>${value}</span></label>`)}
</fieldset>`,
)}
<div class="row"><div class="field short"><label for="qty">Quantity</label><input id="qty" name="qty" type="number" min="1" max="${maxQty}" value="${qty}"></div>
<button class="main">Add to basket</button>
<button formmethod="get" formaction="/p/${product.id}" data-plain>Show price and stock</button></div>
<p class="said" role="status" data-said></p>
</form>
<form method="post" action="${isWished ? '/wishlist/remove' : '/wishlist/add'}"><input type="hidden" name="product" value="${product.id}"><input type="hidden" name="back" value="/p/${product.id}"><button class="quiet">${isWished ? 'Remove from wish list' : 'Add to wish list'}</button></form>
${variant && customer && isSoldOut(shop, variant.id) && alertForm(shop, customer.id, product, variant)}
<script type="application/json" data-variants>${raw(variantsJson(shop, variants))}</script>
</div>
</div>
<section aria-labelledby="about"><h2 id="about">About it</h2><p>${product.description}</p>
<table class="facts"><tbody>${Object.entries(product.facts).map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</tbody></table></section>
<section aria-labelledby="reviews"><h2 id="reviews">Reviews</h2>
${reviewList(shop, customer, newest(reviews).slice(0, 3))}
<p class="actions">${reviews.length > 3 && html`<a href="/p/${product.id}/reviews">All ${reviews.length} reviews</a>`} <a href="/p/${product.id}/review">Write a review</a></p></section>
<section aria-labelledby="similar"><h2 id="similar">Similar</h2>${productGrid(shop, similar.slice(0, 4), 3)}</section>`;
}

/** The variant with all chosen values. An option with a single value need not be chosen. */
export function variantLike(
  variants: readonly Variant[],
  product: Product,
  chosen: Readonly<Record<string, string>>,
): Variant | undefined {
  return variants.find(({ options }) => product.options.every(({ name }) => options[name] === chosen[name]));
}

function stockWords({ state }: Shop, sku: string): string {
  const onHand = state.stock.get(sku)?.onHand ?? 0;
  if (onHand === 0) return 'Sold out';
  return onHand < 5 ? `Only ${onHand} left` : 'In stock';
}

function isSoldOut({ state }: Shop, sku: string): boolean {
  return state.stock.get(sku)?.onHand === 0;
}

function alertForm(
  { state }: Shop,
  customer: string,
  product: Product,
  { id: sku, options }: Variant,
): Markup {
  const isOn = state.alerts.get(`${customer}:${sku}`) !== undefined;
  const back = `/p/${product.id}?${new URLSearchParams(options)}`;
  return html`<form method="post" action="${isOn ? '/alerts/remove' : '/alerts/add'}" data-alert>
<p>${optionWords(options)} is sold out.</p>
<input type="hidden" name="sku" value="${sku}"><input type="hidden" name="back" value="${back}">
<button class="quiet">${isOn ? 'Do not write to me about it' : 'Write to me when it is back'}</button></form>`;
}

/** The data of each variant for the page's script. `<` is escaped, because it could end the element. */
function variantsJson(shop: Shop, variants: readonly Variant[]): string {
  const shown = variants.map(({ id, options, price }) => ({
    id,
    options,
    price: euros(price),
    stock: stockWords(shop, id),
  }));
  return JSON.stringify(shown).replaceAll('<', '\\u003c');
}

function newest<R extends { writtenOn: string; id: string }>(reviews: readonly R[]): R[] {
  return [...reviews].sort((a, b) => (a.writtenOn + a.id < b.writtenOn + b.id ? 1 : -1));
}
