import { html } from 'hono/html';
import { showPage } from '../pages/layout.ts';
import { picture } from '../pages/picture.ts';
import { priceOf } from '../pages/product-card.ts';
import { type Asked, type Form, mustSignIn, readForm, type ShopApp, signedIn } from '../visit.ts';
import { longDate } from '../words/dates.ts';

/** The wish list, and the alerts for articles that are back in stock. */
export function routeWishes(app: ShopApp): void {
  for (const path of ['/wishlist', '/wishlist/*', '/alerts/*']) app.use(path, mustSignIn);

  app.get('/wishlist', (context) => {
    const { shop, customer } = signedIn(context);
    const own = shop.state.wishes.all().filter((wish) => wish.customer === customer.id);
    const items = own.flatMap(({ product: id, addedOn }) => {
      const product = shop.state.products.get(id);
      return product ? [{ product, addedOn }] : [];
    });
    return showPage(context, {
      title: 'Wish list',
      main:
        items.length === 0
          ? html`<div class="empty"><p>Your wish list is empty.</p><p><a href="/">Look around the shop</a></p></div>`
          : html`<ul class="lines">${items.map(
              ({ product, addedOn }) => html`<li><article class="line" aria-labelledby="wish-${product.id}">
${picture(product)}<div><h2 id="wish-${product.id}"><a href="/p/${product.id}">${product.name}</a></h2>
<p class="soft">By ${product.maker}, added on ${longDate(addedOn)}</p>
<form method="post" action="/wishlist/remove"><input type="hidden" name="product" value="${product.id}"><button class="quiet" aria-label="Remove ${product.name}">Remove</button></form></div>
<p class="price">${priceOf(shop, product)}</p></article></li>`,
            )}</ul>`,
    });
  });

  app.post('/wishlist/add', async (context) => {
    const form = await readForm(context);
    const { shop, customer } = signedIn(context);
    const product = shop.state.products.get(form.text('product'));
    if (!product) return context.notFound();
    const id = `${customer.id}:${product.id}`;
    if (!shop.state.wishes.get(id))
      shop.state.wishes.put({ id, customer: customer.id, product: product.id, addedOn: shop.today });
    return back(context, form, '/wishlist', 'wished');
  });

  app.post('/wishlist/remove', async (context) => {
    const form = await readForm(context);
    const { shop, customer } = signedIn(context);
    shop.state.wishes.remove(`${customer.id}:${form.text('product')}`);
    return back(context, form, '/wishlist', 'unwished');
  });

  app.post('/alerts/add', async (context) => {
    const form = await readForm(context);
    const { shop, customer } = signedIn(context);
    const sku = form.text('sku');
    if (shop.state.stock.get(sku)?.onHand !== 0) return context.notFound();
    const id = `${customer.id}:${sku}`;
    if (!shop.state.alerts.get(id)) shop.state.alerts.put({ id, customer: customer.id, sku });
    return back(context, form, '/', 'alert-on');
  });

  app.post('/alerts/remove', async (context) => {
    const form = await readForm(context);
    const { shop, customer } = signedIn(context);
    shop.state.alerts.remove(`${customer.id}:${form.text('sku')}`);
    return back(context, form, '/', 'alert-off');
  });
}

/** Redirects to the page of a product that the form names, and to no other address. */
function back(context: Asked, form: Form, otherwise: string, note: string) {
  const wanted = form.text('back');
  const to = /^\/p\/[a-z0-9-]+(\?[^#]*)?$/.test(wanted) ? wanted : otherwise;
  return context.redirect(`${to}${to.includes('?') ? '&' : '?'}note=${note}`, 303);
}
