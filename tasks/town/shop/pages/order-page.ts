import { html } from 'hono/html';
import { canCancel, canReturn, lastDayForReturns, returnOf } from '../ledger/change-order.ts';
import { arrivalOf, deliveryOf } from '../state/deliveries.ts';
import { pickupPointOf } from '../state/pickup-points.ts';
import type { Order, OrderStatus } from '../state/rows.ts';
import type { Shop } from '../visit.ts';
import { longDate, weekdayDate } from '../words/dates.ts';
import { euros } from '../words/money.ts';
import { select } from './field.ts';
import type { Markup } from './layout.ts';

export const statusWords: Record<OrderStatus, string> = {
  placed: 'Placed',
  packed: 'Packed',
  sent: 'On its way',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};

/** One order, with all actions that are possible now. */
export function orderPage(shop: Shop, order: Order): Markup {
  const { id, status, placedOn, deliveredOn } = order;
  return html`<p><span class="status ${status}">${statusWords[status]}</span> <span class="soft">placed on ${longDate(placedOn)}${deliveredOn && `, delivered on ${longDate(deliveredOn)}`}</span></p>
<p>${whenWords(order)}</p>
${orderTable(shop, order)}
<section aria-labelledby="where"><h2 id="where">Where it goes</h2>${placeOf(order)}</section>
<section aria-labelledby="paid"><h2 id="paid">Payment</h2><p>${order.payment}</p>${order.giftNote && html`<p>Gift note: ${order.giftNote}</p>`}</section>
<section aria-labelledby="do"><h2 id="do">What you can do</h2>
<ul class="actions">
<li><a class="button" href="/orders/${id}/receipt">Show receipt</a></li>
<li><form method="post" action="/orders/${id}/reorder"><button>Order again</button></form></li>
${canReturn(shop, order) && html`<li><a class="button" href="/orders/${id}/return">Return something</a></li>`}
${canCancel(order) && html`<li><form method="post" action="/orders/${id}/cancel" data-ask="Cancel order ${id}?"><button class="danger">Cancel order</button></form></li>`}
</ul>
${canCancel(order) && order.address && redirectForm(shop, order)}
${!canCancel(order) && status !== 'cancelled' && html`<p class="soft">An order can be cancelled until it is packed.</p>`}
${deliveredOn && html`<p class="soft">Things of this order ${canReturn(shop, order) ? 'can' : 'could'} be returned until ${longDate(lastDayForReturns(deliveredOn))}.</p>`}
</section>`;
}

export function orderTable(shop: Shop, order: Order): Markup {
  const row = (name: string, cents: string) =>
    html`<tr><th scope="row" colspan="3">${name}</th><td>${cents}</td></tr>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="What was ordered"><table><thead><tr><th scope="col">Article</th><th scope="col">Quantity</th><th scope="col">Each</th><th scope="col">Price</th></tr></thead>
<tbody>${order.lines.map((line) => {
    const back = returnOf(shop, order, line.sku);
    return html`<tr><td><a href="/p/${line.product}">${line.name}</a> <span class="soft">${line.options} · ${line.sku}</span>${back && html` <span class="status">Return ${back.status}</span>`}</td><td>${line.qty}</td><td>${euros(line.price)}</td><td>${euros(line.qty * line.price)}</td></tr>`;
  })}</tbody>
<tfoot>${row('Goods', euros(order.goods))}${order.coupon && row(`Code ${order.coupon}`, euros(-order.discount))}${row(deliveryOf(order.delivery)?.name ?? '', order.deliveryPrice === 0 ? 'free' : euros(order.deliveryPrice))}${row('Total', euros(order.total))}</tfoot></table></div>`;
}

export function placeOf({ address, pickupPoint }: Order): Markup {
  if (address)
    return html`<address>${address.name}<br>${address.street}<br>${address.postcode} ${address.city}<br>${address.phone}</address>`;
  const point = pickupPointOf(pickupPoint);
  return html`<address>${point?.name}<br>${point?.street}<br>open ${point?.opens}</address>`;
}

export function whenWords({ status, delivery, placedOn }: Order): string {
  const chosen = deliveryOf(delivery);
  if (!chosen || status === 'delivered' || status === 'cancelled') return '';
  const [first, last] = arrivalOf(chosen, placedOn);
  return first === last
    ? `It should arrive on ${weekdayDate(first)}.`
    : `It should arrive between ${weekdayDate(first)} and ${weekdayDate(last)}.`;
}

function redirectForm({ state }: Shop, order: Order): Markup {
  const own = state.addresses.all().filter(({ customer }) => customer === order.customer);
  const list = own.map(({ id, label, street, city }) => [id, `${label}: ${street}, ${city}`] as const);
  const current = own.find(
    ({ street, name }) => street === order.address?.street && name === order.address.name,
  );
  return html`<form method="post" action="/orders/${order.id}/address" class="inline">
${select({}, { name: 'address', label: 'Send it to', list, value: current?.id ?? '' })}<button>Change address</button></form>`;
}
