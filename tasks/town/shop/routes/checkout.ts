import { linesOf, whyNotQty } from '../ledger/cart.ts';
import { paymentOf } from '../ledger/pay.ts';
import { nextForm, orderOfForm, placeOrder } from '../ledger/place-order.ts';
import { checkoutPage } from '../pages/checkout-page.ts';
import type { Faults } from '../pages/field.ts';
import { showPage } from '../pages/layout.ts';
import { deliveryOf } from '../state/deliveries.ts';
import { pickupPointOf } from '../state/pickup-points.ts';
import { type Asked, type Form, mustSignIn, readForm, type ShopApp, signedIn } from '../visit.ts';

export function routeCheckout(app: ShopApp): void {
  app.use('/checkout', mustSignIn);

  app.get('/checkout', (context) => {
    const { shop, customer } = signedIn(context);
    return isOrderable(context)
      ? showCheckout(context, null, {})
      : context.redirect(linesOf(shop, customer.id).length > 0 ? '/cart?note=short' : '/cart', 303);
  });

  app.post('/checkout', async (context) => {
    const form = await readForm(context);
    const { shop, customer } = signedIn(context);
    const again = orderOfForm(shop, customer.id, form.text('form'));
    if (again) return context.redirect(`/orders/${again.id}/confirmation`, 303);
    if (!isOrderable(context)) return context.redirect('/cart?note=short', 303);
    const { state } = shop;
    const cards = state.cards.all().filter((card) => card.customer === customer.id);
    const delivery = deliveryOf(form.text('delivery'));
    const address = state.addresses.get(form.text('address'));
    const ownAddress = address?.customer === customer.id ? address : undefined;
    const point = pickupPointOf(form.text('point'));
    const payment = paymentOf(form, cards, shop.today);
    const faults: Faults = {
      ...(form.text('form') !== nextForm(shop, customer.id) && {
        terms: 'This page was out of date. Look at your order once more.',
      }),
      ...(!delivery && { delivery: 'Choose how it should come.' }),
      ...(delivery && !delivery.toPoint && !ownAddress && { address: 'Choose an address.' }),
      ...(delivery?.toPoint && !point && { point: 'Choose a pick-up point.' }),
      ...('faults' in payment && payment.faults),
      ...(form.text('gift').length > 200 && { gift: 'The note may have 200 letters at most.' }),
      ...(!form.has('terms') && { terms: 'Please read the terms of sale and say so.' }),
    };
    if (!delivery || 'faults' in payment || Object.keys(faults).length > 0)
      return showCheckout(context, form, faults);
    const order = placeOrder(shop, customer, {
      delivery,
      address: ownAddress,
      pickupPoint: delivery.toPoint ? (point?.id ?? null) : null,
      payment: payment.words,
      giftNote: form.text('gift'),
    });
    return context.redirect(`/orders/${order.id}/confirmation`, 303);
  });
}

/** Whether the basket has articles, and all of them are in stock. */
function isOrderable(context: Asked): boolean {
  const { shop, customer } = signedIn(context);
  const lines = linesOf(shop, customer.id);
  return lines.length > 0 && lines.every(({ sku, qty }) => whyNotQty(shop, sku, qty) === null);
}

function showCheckout(context: Asked, form: Form | null, faults: Faults) {
  const { shop, customer } = signedIn(context);
  return showPage(context, {
    title: 'Checkout',
    trail: [{ name: 'Your basket', href: '/cart' }],
    main: checkoutPage(shop, customer, form, faults),
    status: Object.keys(faults).length > 0 ? 422 : 200,
  });
}
