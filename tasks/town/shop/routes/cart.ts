import { variantsOf } from '../catalogue/find-products.ts';
import {
  addToCart,
  applyCoupon,
  linesOf,
  qtyInCart,
  removeFromCart,
  setCoupon,
  setQty,
} from '../ledger/cart.ts';
import { cartPage } from '../pages/cart-page.ts';
import type { Faults } from '../pages/field.ts';
import { showPage } from '../pages/layout.ts';
import { productPage, variantLike } from '../pages/product-page.ts';
import { type Asked, mustSignIn, readForm, type ShopApp, signedIn } from '../visit.ts';
import { trailOf } from './product.ts';

/** Every change of the basket redirects to it. A script that accepts JSON gets the result instead. */
export function routeCart(app: ShopApp): void {
  app.use('/cart', mustSignIn);
  app.use('/cart/*', mustSignIn);

  app.get('/cart', (context) => showCart(context, {}));

  app.post('/cart/add', async (context) => {
    const form = await readForm(context);
    const visit = signedIn(context);
    const { shop, customer } = visit;
    const product = shop.state.products.get(form.text('product'));
    if (!product) return context.notFound();
    const chosen = Object.fromEntries(product.options.map(({ name }) => [name, form.text(name)]));
    const variant = variantLike(variantsOf(shop.state, product.id), product, chosen);
    const missing = product.options.filter(({ name, values }) => !values.includes(chosen[name] ?? ''));
    const fault = variant ? addToCart(shop, customer.id, variant.id, Number(form.text('qty'))) : null;
    const faults: Faults = {
      ...Object.fromEntries(missing.map(({ name }) => [name, `Choose: ${name.toLowerCase()}.`])),
      ...(fault && { qty: fault }),
    };
    const isScript = (context.req.header('accept') ?? '').includes('application/json');
    const [first] = Object.values(faults);
    if (isScript)
      return context.json({
        ok: !first,
        said: first ?? `${product.name} is in your basket.`,
        count: qtyInCart(shop, customer.id),
      });
    if (!first) return context.redirect('/cart?note=added', 303);
    const main = productPage(visit, product, { chosen, qty: form.text('qty'), faults });
    return showPage(context, { title: product.name, trail: trailOf(product), main, status: 422 });
  });

  app.post('/cart/update', async (context) => {
    const form = await readForm(context);
    const { shop, customer } = signedIn(context);
    const faults: Record<string, string> = {};
    for (const { sku, qty } of linesOf(shop, customer.id)) {
      const field = `qty-${sku}`;
      const typed = form.has(field) ? form.text(field) : String(qty);
      const fault = setQty(shop, customer.id, sku, typed === '' ? Number.NaN : Number(typed));
      if (fault) faults[field] = fault;
    }
    return Object.keys(faults).length > 0
      ? showCart(context, faults)
      : context.redirect('/cart?note=changed', 303);
  });

  app.post('/cart/remove', async (context) => {
    const form = await readForm(context);
    const { shop, customer } = signedIn(context);
    removeFromCart(shop, customer.id, form.text('sku'));
    return context.redirect('/cart?note=removed', 303);
  });

  app.post('/cart/coupon', async (context) => {
    const form = await readForm(context);
    const { shop, customer } = signedIn(context);
    const code = form.text('code');
    const fault = code ? applyCoupon(shop, customer.id, code) : 'Type a code.';
    return fault ? showCart(context, { code: fault }, code) : context.redirect('/cart?note=coupon-on', 303);
  });

  app.post('/cart/coupon/remove', (context) => {
    const { shop, customer } = signedIn(context);
    setCoupon(shop, customer.id, null);
    return context.redirect('/cart?note=coupon-off', 303);
  });

  app.post('/cart/to-wishlist', async (context) => {
    const form = await readForm(context);
    const { shop, customer } = signedIn(context);
    const line = linesOf(shop, customer.id).find(({ sku }) => sku === form.text('sku'));
    if (!line) return context.redirect('/cart', 303);
    removeFromCart(shop, customer.id, line.sku);
    const id = `${customer.id}:${line.product.id}`;
    if (!shop.state.wishes.get(id))
      shop.state.wishes.put({ id, customer: customer.id, product: line.product.id, addedOn: shop.today });
    return context.redirect('/cart?note=moved', 303);
  });
}

function showCart(context: Asked, faults: Faults, code = '') {
  const { shop, customer } = signedIn(context);
  return showPage(context, {
    title: 'Your basket',
    main: cartPage(shop, customer.id, faults, code),
    status: Object.keys(faults).length > 0 ? 422 : 200,
  });
}
