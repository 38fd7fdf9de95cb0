import { html } from 'hono/html';
import type { Order } from '../state/rows.ts';
import type { Visit } from '../visit.ts';
import { longDate } from '../words/dates.ts';
import { euros } from '../words/money.ts';
import { select } from './field.ts';
import type { Markup } from './layout.ts';
import { statusWords } from './order-page.ts';

const pageSize = 8;

/** A customer's orders, newest first, paged. */
export function orderList({ shop, url }: Visit, customer: string): Markup {
  const query = url.searchParams;
  const status = query.get('status') ?? '';
  const words = (query.get('q') ?? '').trim().toLowerCase();
  const found = shop.state.orders
    .all()
    .filter(
      (order) => order.customer === customer && (!status || order.status === status) && says(order, words),
    )
    .sort((a, b) => (a.placedOn + a.id < b.placedOn + b.id ? 1 : -1));
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const asked = Number(query.get('page') ?? '1');
  const page = Number.isInteger(asked) && asked > 0 ? Math.min(asked, pages) : 1;
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  return html`<form class="inline" action="/orders" aria-label="Orders shown">
<div class="field"><label for="find">Article or number</label><input id="find" name="q" type="search" value="${query.get('q') ?? ''}"></div>
${select({}, { name: 'status', label: 'Status', list: [['', 'All'], ...Object.entries(statusWords)], value: status })}
<button>Show</button></form>
${shown.length === 0 ? html`<div class="empty"><p>There is no such order.</p><p><a href="/orders">Show all orders</a></p></div>` : html`<ul class="orders">${shown.map((order) => html`<li>${orderCard(order)}</li>`)}</ul>`}
${
  pages > 1 &&
  html`<nav class="pages" aria-label="Pages"><ul>${Array.from({ length: pages }, (_, index) => {
    const number = index + 1;
    const to = new URLSearchParams({ q: query.get('q') ?? '', status, page: String(number) });
    return number === page
      ? html`<li><span aria-current="page">${number}</span></li>`
      : html`<li><a href="/orders?${to}" aria-label="Page ${number}">${number}</a></li>`;
  })}</ul></nav>`
}`;
}

function orderCard({ id, placedOn, status, lines, total }: Order): Markup {
  return html`<article class="order" aria-labelledby="order-${id}">
<h2 id="order-${id}"><a href="/orders/${id}">Order ${id}</a></h2>
<p><span class="status ${status}">${statusWords[status]}</span> <span class="soft">${longDate(placedOn)}</span> <strong>${euros(total)}</strong></p>
<p>${lines.map(({ qty, name }) => `${qty} × ${name}`).join(', ')}</p></article>`;
}

function says({ id, lines }: Order, words: string): boolean {
  return [id, ...lines.flatMap(({ name, sku }) => [name, sku])].some((text) =>
    text.toLowerCase().includes(words),
  );
}
