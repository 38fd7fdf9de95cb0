import { html } from 'hono/html';
import { searchProducts } from '../catalogue/find-products.ts';
import { categories, categoryOf } from '../catalogue/kinds.ts';
import { showPage } from '../pages/layout.ts';
import { productGrid } from '../pages/product-card.ts';
import { productList } from '../pages/product-list.ts';
import type { ShopApp } from '../visit.ts';
import { longDate } from '../words/dates.ts';
import { euros } from '../words/money.ts';

/** Pages that need no account: home, departments, search, offers. */
export function routeBrowse(app: ShopApp): void {
  app.get('/', (context) => {
    const { shop, customer } = context.get('visit');
    const products = [...shop.state.products.all()];
    const newest = products.sort((a, b) => (a.addedOn < b.addedOn ? 1 : -1)).slice(0, 4);
    const seen = (customer && shop.state.views.get(customer.id)?.products) ?? [];
    const looked = seen.flatMap((id) => shop.state.products.get(id) ?? []).slice(0, 4);
    return showPage(context, {
      title: 'Things for indoors and out',
      main: html`<p class="lead">A general store in the lane behind the harbour, and here. <a href="/offers">See this week’s offers and codes</a>.</p>
<section aria-labelledby="departments"><h2 id="departments">Departments</h2>
<ul class="tiles">${categories.map(
        ({ id, name, kinds }) =>
          html`<li><a href="/c/${id}">${name}</a> <span class="soft">${kinds
            .map(({ plural }) => plural)
            .slice(0, 3)
            .join(', ')}</span></li>`,
      )}</ul></section>
<section aria-labelledby="new"><h2 id="new">New in the shop</h2>${productGrid(shop, newest, 3)}</section>
${looked.length > 0 && html`<section aria-labelledby="seen"><h2 id="seen">What you looked at</h2>${productGrid(shop, looked, 3)}</section>`}`,
    });
  });

  app.get('/c/:category', (context) => {
    const category = categoryOf(context.req.param('category'));
    if (!category) return context.notFound();
    const visit = context.get('visit');
    const among = visit.shop.state.products.all().filter((product) => product.category === category.id);
    return showPage(context, { title: category.name, trail: [], main: productList(visit, among) });
  });

  app.get('/search', (context) => {
    const visit = context.get('visit');
    const question = (visit.url.searchParams.get('q') ?? '').trim().slice(0, 80);
    const found = searchProducts(visit.shop, question);
    return showPage(context, {
      title: question ? `Results for “${question}”` : 'Search',
      trail: [],
      main:
        found.length > 0
          ? productList(visit, found, { q: question })
          : html`<div class="empty">
<p>${question ? 'We found nothing with all of these words.' : 'Type what you look for into the field above.'}</p>
<p>Try fewer words, or look into a department:</p>
<ul class="tiles">${categories.map(({ id, name }) => html`<li><a href="/c/${id}">${name}</a></li>`)}</ul></div>`,
    });
  });

  app.get('/search/suggest', (context) => {
    const { shop } = context.get('visit');
    const found = searchProducts(shop, (context.req.query('q') ?? '').slice(0, 80));
    return context.json(
      [...found]
        .sort((a, b) => b.sold - a.sold)
        .slice(0, 6)
        .map(({ id, name, price }) => ({
          href: `/p/${id}`,
          name,
          price: euros(price),
        })),
    );
  });

  app.get('/offers', (context) => {
    const visit = context.get('visit');
    const { state, today } = visit.shop;
    const current = state.coupons.all().filter(({ lastDay }) => lastDay >= today);
    return showPage(context, {
      title: 'Offers and codes',
      trail: [],
      main: html`<section aria-labelledby="codes"><h2 id="codes">Codes</h2>
<p>Type one of these into your basket. One code goes with an order, each once.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Gives</th><th scope="col">Until</th></tr></thead>
<tbody>${current.map(({ id, words, lastDay }) => html`<tr><td><code>${id}</code></td><td>${words}</td><td>${longDate(lastDay)}</td></tr>`)}</tbody></table></section>
<section aria-labelledby="reduced"><h2 id="reduced">Reduced</h2>
${productList(
  visit,
  state.products.all().filter(({ was }) => was !== null),
)}</section>`,
    });
  });
}
