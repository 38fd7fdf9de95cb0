import { html } from 'hono/html';
import { couponOf, linesOf } from '../ledger/cart.ts';
import { nextForm } from '../ledger/place-order.ts';
import { totalsOf } from '../ledger/totals.ts';
import { arrivalOf, type Delivery, deliveries } from '../state/deliveries.ts';
import { pickupPoints } from '../state/pickup-points.ts';
import type { Account } from '../state/rows.ts';
import type { Form, Shop } from '../visit.ts';
import { weekdayDate } from '../words/dates.ts';
import { euros } from '../words/money.ts';
import { checkbox, choices, type Faults, faultList, field, select } from './field.ts';
import type { Markup } from './layout.ts';

/** The checkout on one page. `form` holds the rejected input. */
export function checkoutPage(shop: Shop, customer: Account, form: Form | null, faults: Faults): Markup {
  const { state } = shop;
  const addresses = state.addresses.all().filter((address) => address.customer === customer.id);
  const cards = state.cards.all().filter((card) => card.customer === customer.id);
  const said = (name: string, otherwise = '') => form?.text(name) ?? otherwise;
  return html`${faultList(faults)}
<div class="basket">
<form method="post" action="/checkout" class="checkout" data-once>
<input type="hidden" name="form" value="${nextForm(shop, customer.id)}">
<section><h2>1. Address</h2>
${choices(faults, {
  name: 'address',
  legend: 'Where should it go?',
  value: said('address', customer.defaultAddress ?? ''),
  list: addresses.map(({ id, label, name, street, postcode, city }) => ({
    value: id,
    words: label,
    hint: `${name}, ${street}, ${postcode} ${city}`,
  })),
})}
<p><a href="/account/addresses/new?back=checkout">Add an address</a></p></section>
<section><h2>2. Delivery</h2>
${choices(faults, {
  name: 'delivery',
  legend: 'How should it come?',
  value: said('delivery', 'standard'),
  list: deliveries.map((delivery) => ({
    value: delivery.id,
    words: html`<span data-delivery-price="${priceNow(shop, customer, delivery)}">${delivery.name}</span>`,
    hint: deliveryWords(shop, customer, delivery),
  })),
})}
<div data-when="delivery=pickup">${select(faults, {
    name: 'point',
    label: 'Pick-up point (only where you choose one above)',
    value: said('point'),
    list: [['', 'None'], ...pickupPoints.map(({ id, name, street }) => [id, `${name}, ${street}`] as const)],
  })}</div></section>
<section><h2>3. Payment</h2>
${choices(faults, {
  name: 'payment',
  legend: 'How do you want to pay?',
  value: said('payment'),
  list: [
    ...cards.map(({ id, lastFour, expires }) => ({
      value: id,
      words: `Card ending in ${lastFour}`,
      hint: `expires ${expires}`,
    })),
    { value: 'new', words: 'Another card' },
    { value: 'invoice', words: 'Invoice', hint: 'to be paid within 14 days' },
  ],
})}
<div class="card" data-when="payment=new">
<p class="hint">Only test cards work here: <a href="/help/payment">see the list</a>.</p>
${field(faults, { name: 'card', label: 'Card number', value: said('card'), inputmode: 'numeric', autocomplete: 'cc-number' })}
${field(faults, { name: 'holder', label: 'Name on the card', value: said('holder'), autocomplete: 'cc-name' })}
<div class="pair">${field(faults, { name: 'expires', label: 'Expires', hint: 'MM/YY', value: said('expires'), autocomplete: 'cc-exp' })}
${field(faults, { name: 'cvc', label: 'Security code', hint: '3 figures', inputmode: 'numeric', autocomplete: 'cc-csc' })}</div>
</div></section>
<section><h2>4. Last things</h2>
${field(faults, { name: 'gift', label: 'Gift note', hint: 'We print it on a card, up to 200 letters.', value: said('gift'), optional: true, rows: 2 })}
<div id="terms">${faults.terms && html`<p class="fault">${faults.terms}</p>`}
${checkbox('terms', 'I have read the terms of sale.', form?.has('terms') ?? false)} <p><a href="/help/terms">Terms of sale</a></p></div>
<p class="actions"><button class="main">Place order</button> <a href="/cart">Back to basket</a></p></section>
</form>
${summary(shop, customer)}
</div>`;
}

function priceNow(shop: Shop, { id }: Account, delivery: Delivery): number {
  return totalsOf(linesOf(shop, id), couponOf(shop, id), delivery).deliveryPrice;
}

function deliveryWords(shop: Shop, customer: Account, delivery: Delivery): string {
  const price = priceNow(shop, customer, delivery);
  const [first, last] = arrivalOf(delivery, shop.today);
  const days = first === last ? weekdayDate(first) : `${weekdayDate(first)} to ${weekdayDate(last)}`;
  return `${price === 0 ? 'free' : euros(price)}, ${days}`;
}

function summary(shop: Shop, { id }: Account): Markup {
  const lines = linesOf(shop, id);
  const coupon = couponOf(shop, id);
  const [standard] = deliveries;
  const totals = standard && totalsOf(lines, coupon, standard);
  return html`<section class="summary" aria-labelledby="sum"><h2 id="sum">Your order</h2>
<ul>${lines.map(({ qty, product, options, price }) => html`<li>${qty} × ${product.name} <span class="soft">${options}</span> ${euros(qty * price)}</li>`)}</ul>
${
  totals &&
  html`<dl><div><dt>Goods</dt><dd>${euros(totals.goods)}</dd></div>
${coupon && html`<div><dt>Code ${coupon.id}</dt><dd>${totals.discount > 0 ? euros(-totals.discount) : coupon.words}</dd></div>`}
<div class="total"><dt>Without delivery</dt><dd data-sum="${totals.goods - totals.discount}">${euros(totals.goods - totals.discount)}</dd></div></dl>
<p class="total" data-total aria-live="polite"></p>`
}
<p><a href="/cart">Change basket</a></p></section>`;
}
