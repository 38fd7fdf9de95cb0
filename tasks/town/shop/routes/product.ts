import { html } from 'hono/html';
import { categoryOf } from '../catalogue/kinds.ts';
import { choices, type Faults, faultList, field } from '../pages/field.ts';
import { showPage } from '../pages/layout.ts';
import { productPage } from '../pages/product-page.ts';
import { reviewList } from '../pages/review-list.ts';
import { reviewsPage } from '../pages/reviews-page.ts';
import type { Product, Review } from '../state/rows.ts';
import { type Asked, mustSignIn, readForm, type Shop, type ShopApp, signedIn } from '../visit.ts';
import { mark } from '../words/mark.ts';

const most = 8;

export function routeProduct(app: ShopApp): void {
  app.get('/p/:id', (context) => {
    const visit = context.get('visit');
    const product = visit.shop.state.products.get(context.req.param('id'));
    if (!product) return context.notFound();
    if (visit.customer) noteView(visit.shop, visit.customer.id, product.id);
    const query = visit.url.searchParams;
    const chosen = Object.fromEntries(product.options.map(({ name }) => [name, query.get(name) ?? '']));
    const main = productPage(visit, product, { chosen, qty: query.get('qty') || '1', faults: {} });
    return showPage(context, { title: product.name, trail: trailOf(product), main });
  });

  app.get('/p/:id/reviews', (context) => {
    const visit = context.get('visit');
    const product = visit.shop.state.products.get(context.req.param('id'));
    if (!product) return context.notFound();
    const trail = [...trailOf(product), { name: product.name, href: `/p/${product.id}` }];
    return showPage(context, {
      title: `Reviews of ${product.name}`,
      trail,
      main: reviewsPage(visit, product),
    });
  });

  app.use('/p/:id/review', mustSignIn);
  app.use('/p/:id/review/delete', mustSignIn);
  app.get('/p/:id/review', (context) => {
    const { shop, customer } = signedIn(context);
    const product = shop.state.products.get(context.req.param('id'));
    if (!product) return context.notFound();
    const own = shop.state.reviews.get(reviewId(shop, product, customer.id));
    return showReviewForm(
      context,
      product,
      { stars: String(own?.stars ?? ''), title: own?.title ?? '', text: own?.text ?? '' },
      {},
    );
  });

  app.post('/p/:id/review', async (context) => {
    const form = await readForm(context);
    const { shop, customer } = signedIn(context);
    const product = shop.state.products.get(context.req.param('id'));
    if (!product) return context.notFound();
    if (!hasReceived(shop, customer.id, product.id)) return showReviewForm(context, product, null, {});
    const said = {
      stars: form.text('stars'),
      title: form.text('title').slice(0, 120),
      text: form.text('text').slice(0, 1000),
    };
    const faults: Faults = {
      ...(!/^[1-5]$/.test(said.stars) && { stars: 'Choose 1 to 5 stars.' }),
      ...(!said.title && { title: 'Give your review a title.' }),
      ...(said.text.length < 10 && { text: 'Write 10 letters or more.' }),
    };
    if (Object.keys(faults).length > 0) return showReviewForm(context, product, said, faults);
    const id = reviewId(shop, product, customer.id);
    const review: Review = {
      id,
      product: product.id,
      customer: customer.id,
      author: customer.name,
      stars: Number(said.stars),
      title: said.title,
      text: said.text,
      writtenOn: shop.today,
    };
    shop.state.reviews.put(review);
    return context.redirect(`/p/${product.id}/reviews?note=reviewed`, 303);
  });

  app.post('/p/:id/review/delete', (context) => {
    const { shop, customer } = signedIn(context);
    const product = shop.state.products.get(context.req.param('id'));
    if (!product) return context.notFound();
    shop.state.reviews.remove(reviewId(shop, product, customer.id));
    return context.redirect(`/p/${product.id}/reviews?note=review-gone`, 303);
  });
}

export function trailOf({ category, kind }: Product): { name: string; href: string }[] {
  const department = { name: categoryOf(category)?.name ?? category, href: `/c/${category}` };
  return [department, { name: kind, href: `/c/${category}?${new URLSearchParams({ kind })}` }];
}

function noteView({ state }: Shop, customer: string, product: string): void {
  const before = state.views.get(customer)?.products ?? [];
  state.views.put({
    id: customer,
    products: [product, ...before.filter((id) => id !== product)].slice(0, most),
  });
}

/** One review per customer and product: a second one replaces the first. */
function reviewId({ world }: Shop, product: Product, customer: string): string {
  return `R-${mark(world.seed, 'review', product.id, customer)}`;
}

function hasReceived({ state }: Shop, customer: string, product: string): boolean {
  return state.orders
    .all()
    .some(
      (order) =>
        order.customer === customer &&
        order.status === 'delivered' &&
        order.lines.some((line) => line.product === product),
    );
}

type Said = { stars: string; title: string; text: string };

function showReviewForm(context: Asked, product: Product, said: Said | null, faults: Faults) {
  const { shop, customer } = signedIn(context);
  const trail = [...trailOf(product), { name: product.name, href: `/p/${product.id}` }];
  const title = `Your review of ${product.name}`;
  if (!said || !hasReceived(shop, customer.id, product.id)) {
    const main = html`<p>Only who has received ${product.name} from us can review it.</p><p><a href="/p/${product.id}">Back to ${product.name}</a></p>`;
    return showPage(context, { title, trail, main, narrow: true, status: 403 });
  }
  const stars = ['5', '4', '3', '2', '1'].map((value) => ({
    value,
    words: value === '1' ? '1 star' : `${value} stars`,
  }));
  const own = shop.state.reviews.get(reviewId(shop, product, customer.id));
  return showPage(context, {
    title,
    trail,
    narrow: true,
    status: Object.keys(faults).length > 0 ? 422 : 200,
    main: html`${faultList(faults)}<form method="post" action="/p/${product.id}/review">
${choices(faults, { name: 'stars', legend: 'Stars', list: stars, value: said.stars })}
${field(faults, { name: 'title', label: 'Title', value: said.title })}
${field(faults, { name: 'text', label: 'What do you think of it?', value: said.text, rows: 5 })}
<p class="actions"><button class="main">${own ? 'Save review' : 'Send review'}</button> <a href="/p/${product.id}">Cancel</a></p></form>
${own && html`<h2>What you wrote</h2>${reviewList(shop, customer, [own])}`}`,
  });
}
