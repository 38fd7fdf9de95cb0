import { html } from 'hono/html';
import { couponOf, linesOf, maxQty, type PackedLine } from '../ledger/cart.ts';
import { totalsOf } from '../ledger/totals.ts';
import { deliveries } from '../state/deliveries.ts';
import type { Shop } from '../visit.ts';
import { euros } from '../words/money.ts';
import { type Faults, faultList, field } from './field.ts';
import type { Markup } from './layout.ts';
import { picture } from './picture.ts';

export function cartPage(shop: Shop, customer: string, faults: Faults, code: string): Markup {
  const lines = linesOf(shop, customer);
  if (lines.length === 0)
    return html`<div class="empty"><p>Your basket is empty.</p><p><a href="/">Look around the shop</a> or at your <a href="/wishlist">wish list</a>.</p></div>`;
  return html`${faultList(faults)}
<div class="basket">
<section aria-label="Things in your basket">
<form method="post" action="/cart/update" id="update" data-quantities></form>
<ul class="lines">${lines.map((line) => html`<li>${lineOf(line, faults)}</li>`)}</ul>
<p class="actions"><button form="update">Update quantities</button> <a href="/">Go on shopping</a></p>
</section>
${summary(shop, customer, lines, faults, code)}
</div>`;
}

function lineOf({ sku, product, variant, options, qty, price, onHand }: PackedLine, faults: Faults): Markup {
  const field = `qty-${sku}`;
  const fault = faults[field] ?? (qty > onHand ? 'There are fewer left than you want.' : undefined);
  return html`<article class="line" aria-labelledby="name-${sku}">
${picture(product, variant.options.Colour)}
<div>
<h2 id="name-${sku}"><a href="/p/${product.id}?${new URLSearchParams(variant.options)}">${product.name}</a></h2>
<p class="soft">${options}</p>
<p class="soft">Article ${sku}, ${euros(price)} each</p>
${fault && html`<p class="fault" id="${field}-fault">${fault}</p>`}
<div class="row">
<div class="field short"><label for="${field}">Quantity<span class="hidden"> of ${product.name}, ${options}</span></label><input form="update" id="${field}" name="${field}" type="number" min="0" max="${maxQty}" value="${qty}"${fault && html` aria-invalid="true" aria-describedby="${field}-fault"`}></div>
<form method="post" action="/cart/remove"><input type="hidden" name="sku" value="${sku}"><button class="quiet" aria-label="Remove ${product.name}, ${options}">Remove</button></form>
<form method="post" action="/cart/to-wishlist"><input type="hidden" name="sku" value="${sku}"><button class="quiet" aria-label="Move to wish list: ${product.name}, ${options}">Move to wish list</button></form>
</div></div>
<p class="price"><strong>${euros(price * qty)}</strong></p>
</article>`;
}

function summary(
  shop: Shop,
  customer: string,
  lines: readonly PackedLine[],
  faults: Faults,
  code: string,
): Markup {
  const coupon = couponOf(shop, customer);
  const [standard] = deliveries;
  const kept = shop.state.carts.get(customer)?.coupon;
  const totals = standard && totalsOf(lines, coupon, standard);
  return html`<section class="summary" aria-labelledby="sum"><h2 id="sum">Summary</h2>
${
  totals &&
  html`<dl><div><dt>Goods</dt><dd>${euros(totals.goods)}</dd></div>
${totals.discount > 0 && html`<div><dt>Code ${coupon?.id}</dt><dd>${euros(-totals.discount)}</dd></div>`}
<div><dt>Standard delivery</dt><dd>${totals.deliveryPrice === 0 ? 'free' : euros(totals.deliveryPrice)}</dd></div>
<div class="total"><dt>Total</dt><dd>${euros(totals.total)}</dd></div></dl>`
}
${
  kept
    ? html`<p>${coupon ? `Code ${coupon.id}: ${coupon.words}.` : `Code ${kept} does not go with this basket now.`}</p>
<form method="post" action="/cart/coupon/remove"><button class="quiet">Remove code</button></form>`
    : html`<form method="post" action="/cart/coupon">${field(faults, { name: 'code', label: 'Code', value: code, optional: true })}<button>Apply code</button></form>`
}
<p><a class="button main" href="/checkout">Go to checkout</a></p></section>`;
}
