import type { Delivery } from '../state/deliveries.ts';
import { orderId, postal } from '../state/make-orders.ts';
import type { Address, Order } from '../state/rows.ts';
import type { Shop } from '../visit.ts';
import { mark } from '../words/mark.ts';
import { couponOf, emptyCart, linesOf } from './cart.ts';
import { postReceipt } from './mails.ts';
import { totalsOf } from './totals.ts';

export type Wish = {
  delivery: Delivery;
  address: Address | undefined;
  pickupPoint: string | null;
  payment: string;
  giftNote: string;
};

/** A token for the customer's next order form, so that the form makes one order even if it is sent twice. */
export function nextForm(shop: Shop, customer: string): string {
  return mark(shop.world.seed, 'form', customer, countOf(shop, customer));
}

/** The order that a form has already made. */
export function orderOfForm({ state }: Shop, customer: string, form: string): Order | undefined {
  return form
    ? state.orders.all().find((order) => order.customer === customer && order.form === form)
    : undefined;
}

/** Takes the articles out of stock, empties the basket and mails a receipt. The whole basket must be in stock. */
export function placeOrder(
  shop: Shop,
  customer: { id: string; email: string; name: string },
  wish: Wish,
): Order {
  const { state, world, today } = shop;
  const lines = linesOf(shop, customer.id);
  const coupon = couponOf(shop, customer.id);
  const order: Order = {
    id: orderId(world.seed, customer.id, countOf(shop, customer.id)),
    customer: customer.id,
    form: nextForm(shop, customer.id),
    status: 'placed',
    placedOn: today,
    deliveredOn: null,
    lines: lines.map(({ sku, product, options, qty, price }) => ({
      sku,
      product: product.id,
      name: product.name,
      options,
      qty,
      price,
    })),
    coupon: coupon?.id ?? null,
    ...totalsOf(lines, coupon, wish.delivery),
    delivery: wish.delivery.id,
    pickupPoint: wish.pickupPoint,
    address: wish.delivery.toPoint ? null : postal(wish.address),
    payment: wish.payment,
    giftNote: wish.giftNote,
  };
  state.orders.put(order);
  for (const { sku, qty } of lines) changeStock(shop, sku, -qty);
  emptyCart(shop, customer.id);
  postReceipt(shop, customer, order);
  return order;
}

export function changeStock({ state }: Shop, sku: string, by: number): void {
  const row = state.stock.get(sku);
  if (row) state.stock.put({ ...row, onHand: row.onHand + by });
}

function countOf({ state }: Shop, customer: string): number {
  return state.orders.all().filter((order) => order.customer === customer).length;
}
