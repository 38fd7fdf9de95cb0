import { html } from 'hono/html';
import {
  cancelOrder,
  canReturn,
  orderAgain,
  redirectOrder,
  requestReturn,
  returnOf,
} from '../ledger/change-order.ts';
import type { Faults } from '../pages/field.ts';
import { showPage } from '../pages/layout.ts';
import { orderList } from '../pages/order-list.ts';
import { orderPage, orderTable, placeOf, whenWords } from '../pages/order-page.ts';
import { outcomes, reasons, returnPage } from '../pages/return-page.ts';
import type { Order } from '../state/rows.ts';
import { type Asked, type Form, mustSignIn, readForm, type ShopApp, signedIn } from '../visit.ts';
import { longDate } from '../words/dates.ts';

const trail = [{ name: 'Orders', href: '/orders' }];

/** Another customer's order counts as not found. */
export function routeOrders(app: ShopApp): void {
  app.use('/orders', mustSignIn);
  app.use('/orders/*', mustSignIn);

  app.get('/orders', (context) => {
    const visit = signedIn(context);
    return showPage(context, { title: 'Your orders', trail: [], main: orderList(visit, visit.customer.id) });
  });

  app.get('/orders/:id', (context) => {
    const order = ownOrder(context);
    if (!order) return context.notFound();
    return showPage(context, {
      title: `Order ${order.id}`,
      trail,
      main: orderPage(signedIn(context).shop, order),
    });
  });

  app.get('/orders/:id/confirmation', (context) => {
    const order = ownOrder(context);
    if (!order) return context.notFound();
    const { shop, customer } = signedIn(context);
    const main = html`<p class="lead">Your order has the number <strong>${order.id}</strong>. ${whenWords(order)}</p>
<p>We sent a receipt to ${customer.email}.</p>
${orderTable(shop, order)}
<h2>Where it goes</h2>${placeOf(order)}
<p class="actions"><a class="button" href="/orders/${order.id}">See the order</a> <a href="/">Go on shopping</a></p>`;
    return showPage(context, { title: 'Thank you', main });
  });

  app.get('/orders/:id/receipt', (context) => {
    const order = ownOrder(context);
    if (!order) return context.notFound();
    const { shop, customer } = signedIn(context);
    const main = html`<p>Copper Lane, 3 Copper Lane, 46120 Greyhithe</p>
<p>${customer.name}<br>${longDate(order.placedOn)}</p>
${orderTable(shop, order)}
<p>Paid by: ${order.payment}. All prices with value added tax.</p>
<p class="actions"><button type="button" data-print hidden>Print</button> <a href="/orders/${order.id}">Back to order</a></p>`;
    return showPage(context, { title: `Receipt ${order.id}`, trail, main, narrow: true });
  });

  app.post('/orders/:id/cancel', (context) => {
    const order = ownOrder(context);
    if (!order) return context.notFound();
    const { shop, customer } = signedIn(context);
    if (order.status === 'cancelled' || cancelOrder(shop, customer, order))
      return context.redirect(`/orders/${order.id}?note=cancelled`, 303);
    return tooLate(
      context,
      order,
      'An order can be cancelled until it is packed. You can return things once they have arrived.',
    );
  });

  app.post('/orders/:id/address', async (context) => {
    const form = await readForm(context);
    const order = ownOrder(context);
    const { shop, customer } = signedIn(context);
    const address = shop.state.addresses.get(form.text('address'));
    if (!order || address?.customer !== customer.id) return context.notFound();
    if (redirectOrder(shop, order, address))
      return context.redirect(`/orders/${order.id}?note=redirected`, 303);
    return tooLate(context, order, 'The address of an order can be changed until it is packed.');
  });

  app.post('/orders/:id/reorder', (context) => {
    const order = ownOrder(context);
    if (!order) return context.notFound();
    const { shop, customer } = signedIn(context);
    const done = orderAgain(shop, customer.id, order);
    const note = done === order.lines.length ? 'reordered' : done > 0 ? 'reordered-part' : 'reordered-none';
    return context.redirect(`/cart?note=${note}`, 303);
  });

  app.get('/orders/:id/return', (context) => {
    const order = ownOrder(context);
    if (!order) return context.notFound();
    return canReturn(signedIn(context).shop, order)
      ? showReturn(context, order, null, {})
      : pastReturn(context, order);
  });

  app.post('/orders/:id/return', async (context) => {
    const form = await readForm(context);
    const order = ownOrder(context);
    if (!order) return context.notFound();
    const { shop, customer } = signedIn(context);
    if (!canReturn(shop, order)) return pastReturn(context, order);
    const faults = faultsOf(form, order, (sku) => returnOf(shop, order, sku) !== undefined);
    if (Object.keys(faults).length > 0) return showReturn(context, order, form, faults);
    requestReturn(shop, customer, order, {
      lines: form
        .all('sku')
        .map((sku) => ({ sku, qty: Number(form.text(`qty-${sku}`)), reason: form.text(`reason-${sku}`) })),
      wants: form.text('wants'),
      comment: form.text('comment').slice(0, 1000),
    });
    return context.redirect(`/orders/${order.id}?note=return-sent`, 303);
  });
}

function ownOrder(context: Asked): Order | null {
  const { shop, customer } = signedIn(context);
  const order = shop.state.orders.get(context.req.param('id') ?? '');
  return order?.customer === customer.id ? order : null;
}

function faultsOf(form: Form, order: Order, isBack: (sku: string) => boolean): Faults {
  const wanted = form.all('sku');
  const faults: Record<string, string> = {};
  if (wanted.length === 0 || new Set(wanted).size < wanted.length)
    faults.lines = 'Choose what you want to return.';
  for (const sku of wanted) {
    const line = order.lines.find((each) => each.sku === sku);
    const qty = Number(form.text(`qty-${sku}`));
    if (!line || (!isBack(sku) && !(Number.isInteger(qty) && qty >= 1 && qty <= line.qty)))
      faults[`qty-${sku}`] = 'Choose how many you want to return.';
    if (!reasons.some((reason) => reason === form.text(`reason-${sku}`)))
      faults[`reason-${sku}`] = 'Choose a reason.';
  }
  if (!outcomes.some((outcome) => outcome === form.text('wants'))) faults.wants = 'Say what you would like.';
  return faults;
}

function showReturn(context: Asked, order: Order, form: Form | null, faults: Faults) {
  return showPage(context, {
    title: 'Return something',
    trail: [...trail, { name: `Order ${order.id}`, href: `/orders/${order.id}` }],
    narrow: true,
    main: returnPage(signedIn(context).shop, order, form, faults),
    status: Object.keys(faults).length > 0 ? 422 : 200,
  });
}

function pastReturn(context: Asked, order: Order) {
  return tooLate(
    context,
    order,
    'Things of this order cannot be returned: it has not arrived, or the 30 days are over.',
  );
}

function tooLate(context: Asked, order: Order, words: string) {
  const main = html`<p>${words}</p><p><a href="/orders/${order.id}">Back to order ${order.id}</a></p>`;
  return showPage(context, { title: 'That is not possible', trail, main, narrow: true, status: 409 });
}
