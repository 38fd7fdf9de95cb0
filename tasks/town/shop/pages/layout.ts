import { html } from 'hono/html';
import { categories } from '../catalogue/kinds.ts';
import { qtyInCart } from '../ledger/cart.ts';
import type { Asked, Visit } from '../visit.ts';
import { notices } from './notices.ts';

export type Markup = ReturnType<typeof html>;

type Page = {
  title: string;
  main: Markup;
  /** The breadcrumbs, from the home page to the parent page. */
  trail?: readonly { name: string; href: string }[];
  status?: 200 | 403 | 404 | 409 | 422;
  /** A narrow column, for forms and texts. */
  narrow?: boolean;
};

/** The layout of a shop page around its content. */
export function showPage(context: Asked, { title, main, trail, status = 200, narrow }: Page) {
  const visit = context.get('visit');
  const notice = notices[visit.url.searchParams.get('note') ?? ''];
  return context.html(
    html`<!doctype html>
<!-- Stand-in: a page of a made-up shop, written for this benchmark. -->
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · Copper Lane</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/shop.css">
<script type="module" src="/assets/shop.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${header(visit)}
${trail && crumbs(trail, title)}
<main id="main" tabindex="-1" class="${narrow ? 'narrow' : 'wide'}">
${notice && html`<p class="notice" role="status">${notice}</p>`}
<h1>${title}</h1>
${main}
</main>
${footer}
</body>
</html>`,
    status,
  );
}

function header({ shop, customer, url }: Visit): Markup {
  const count = customer ? qtyInCart(shop, customer.id) : 0;
  const current = (href: string) => (url.pathname === href ? html` aria-current="page"` : '');
  return html`<header class="top">
<div class="bar">
<a class="logo" href="/">Copper Lane</a>
<form class="search" role="search" action="/search">
<label class="hidden" for="q">Search the shop</label>
<input id="q" name="q" type="search" value="${url.pathname === '/search' ? (url.searchParams.get('q') ?? '') : ''}" placeholder="Search the shop" autocomplete="off" data-suggest>
<button>Search</button>
</form>
<nav class="own" aria-label="Your account"><ul>
${
  customer
    ? html`<li><a href="/account"${current('/account')}>${customer.name.split(' ')[0]}’s account</a></li>
<li><a href="/orders"${current('/orders')}>Orders</a></li>
<li><a href="/wishlist"${current('/wishlist')}>Wish list</a></li>`
    : html`<li><a href="/sign-in"${current('/sign-in')}>Sign in</a></li>`
}
<li><a href="/cart"${current('/cart')}>Basket <span class="count" data-count>${count}</span></a></li>
</ul></nav>
</div>
<nav class="departments" aria-label="Departments"><ul>
${categories.map(({ id, name }) => html`<li><a href="/c/${id}"${current(`/c/${id}`)}>${name}</a></li>`)}
<li><a href="/offers"${current('/offers')}>Offers</a></li>
</ul></nav>
</header>`;
}

function crumbs(trail: readonly { name: string; href: string }[], title: string): Markup {
  return html`<nav class="crumbs" aria-label="Breadcrumb"><ol>
<li><a href="/">Home</a></li>
${trail.map(({ name, href }) => html`<li><a href="${href}">${name}</a></li>`)}
<li aria-current="page">${title}</li>
</ol></nav>`;
}

const footer = html`<footer class="bottom">
<div class="bar">
<nav aria-label="Help"><h2>Help</h2><ul>
<li><a href="/help">All help pages</a></li>
<li><a href="/help/delivery">Delivery</a></li>
<li><a href="/help/returns">Returns and refunds</a></li>
<li><a href="/help/payment">Payment</a></li>
<li><a href="/help/contact">Write to us</a></li>
</ul></nav>
<nav aria-label="The shop"><h2>The shop</h2><ul>
<li><a href="/about">About Copper Lane</a></li>
<li><a href="/offers">Offers and codes</a></li>
<li><a href="/help/privacy">Privacy</a></li>
<li><a href="/help/terms">Terms of sale</a></li>
</ul></nav>
<p>Copper Lane is a made-up shop. Nothing is sold here.</p>
</div>
</footer>`;
