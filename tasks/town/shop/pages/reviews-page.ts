import { html } from 'hono/html';
import { ratingOfReviews } from '../catalogue/rating.ts';
import type { Product, Review } from '../state/rows.ts';
import type { Visit } from '../visit.ts';
import { select } from './field.ts';
import type { Markup } from './layout.ts';
import { stars } from './product-card.ts';
import { reviewList } from './review-list.ts';

const pageSize = 5;
const orders = [
  ['newest', 'Newest'],
  ['oldest', 'Oldest'],
  ['best', 'Most stars'],
  ['worst', 'Fewest stars'],
] as const;

/** All reviews of a product, five per page. */
export function reviewsPage({ shop, customer, url }: Visit, product: Product): Markup {
  const all = shop.state.reviews.all().filter((review) => review.product === product.id);
  const wanted = url.searchParams.get('stars') ?? '';
  const sort = url.searchParams.get('sort') ?? '';
  const found = sorted(wanted ? all.filter((review) => String(review.stars) === wanted) : all, sort);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const asked = Number(url.searchParams.get('page') ?? '1');
  const page = Number.isInteger(asked) && asked > 0 ? Math.min(asked, pages) : 1;
  return html`<p>${stars(ratingOfReviews(all))}</p>
<form class="inline" action="${url.pathname}" aria-label="Reviews shown">
${select(
  {},
  {
    name: 'stars',
    label: 'Stars',
    list: [
      ['', 'All'],
      ['5', '5'],
      ['4', '4'],
      ['3', '3'],
      ['2', '2'],
      ['1', '1'],
    ],
    value: wanted,
  },
)}
${select({}, { name: 'sort', label: 'Sort by', list: orders, value: sort })}
<button>Show</button></form>
<h2>${found.length === 1 ? '1 review' : `${found.length} reviews`}</h2>
${reviewList(shop, customer, found.slice((page - 1) * pageSize, page * pageSize))}
${
  pages > 1 &&
  html`<nav class="pages" aria-label="Pages"><ul>${Array.from({ length: pages }, (_, index) => {
    const number = index + 1;
    const query = new URLSearchParams({ stars: wanted, sort, page: String(number) });
    return number === page
      ? html`<li><span aria-current="page">${number}</span></li>`
      : html`<li><a href="${url.pathname}?${query}" aria-label="Page ${number}">${number}</a></li>`;
  })}</ul></nav>`
}
<p class="actions"><a href="/p/${product.id}/review">Write a review</a> <a href="/p/${product.id}">Back to ${product.name}</a></p>`;
}

function sorted(reviews: readonly Review[], sort: string): Review[] {
  const byDay = (a: Review, b: Review) => (a.writtenOn + a.id < b.writtenOn + b.id ? 1 : -1);
  return [...reviews].sort((a, b) => {
    if (sort === 'best') return b.stars - a.stars || byDay(a, b);
    if (sort === 'worst') return a.stars - b.stars || byDay(a, b);
    return sort === 'oldest' ? byDay(b, a) : byDay(a, b);
  });
}
