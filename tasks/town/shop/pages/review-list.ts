import { html } from 'hono/html';
import type { Account, Review } from '../state/rows.ts';
import type { Shop } from '../visit.ts';
import { longDate } from '../words/dates.ts';
import type { Markup } from './layout.ts';
import { starRow } from './star-row.ts';

export function reviewList({ state }: Shop, customer: Account | null, reviews: readonly Review[]): Markup {
  if (reviews.length === 0) return html`<p class="empty">No reviews yet.</p>`;
  return html`<ul class="reviews">${reviews.map(
    (review) => html`<li><article aria-label="${review.title}">
<h3>${review.title}</h3>
<p>${starRow(review.stars)} ${review.stars} of 5
<span class="soft">${review.author}, ${longDate(review.writtenOn)}${hasBought(state, review) && ', bought here'}</span></p>
<p>${review.text}</p>
${
  review.customer === customer?.id &&
  html`<form method="post" action="/p/${review.product}/review/delete" data-ask="Delete your review?"><p class="actions"><a href="/p/${review.product}/review">Edit your review</a> <button class="quiet">Delete your review</button></p></form>`
}
</article></li>`,
  )}</ul>`;
}

function hasBought(state: Shop['state'], { customer, product }: Review): boolean {
  return state.orders
    .all()
    .some((order) => order.customer === customer && order.lines.some((line) => line.product === product));
}
