import { postal } from '../state/make-orders.ts';
import type { Account, Address, Order, Return } from '../state/rows.ts';
import type { Shop } from '../visit.ts';
import { addDays } from '../words/dates.ts';
import { addToCart } from './cart.ts';
import { postCancellation, postReturn } from './mails.ts';
import { changeStock } from './place-order.ts';

/** How long after delivery an article can be returned. */
export const returnDays = 30;

export function canCancel({ status }: Order): boolean {
  return status === 'placed';
}

export function canReturn({ today }: Shop, { deliveredOn, status }: Order): boolean {
  return status === 'delivered' && deliveredOn !== null && today <= lastDayForReturns(deliveredOn);
}

export function lastDayForReturns(deliveredOn: string): string {
  return addDays(deliveredOn, returnDays);
}

/** Cancels an order and returns its articles to stock. False if it is too late. */
export function cancelOrder(shop: Shop, customer: Account, order: Order): boolean {
  if (!canCancel(order)) return false;
  shop.state.orders.put({ ...order, status: 'cancelled' });
  for (const { sku, qty } of order.lines) changeStock(shop, sku, qty);
  postCancellation(shop, customer, order);
  return true;
}

/** Redirects an order that is not packed yet. False if it is too late, or if the order goes to a pick-up point. */
export function redirectOrder({ state }: Shop, order: Order, address: Address): boolean {
  if (!canCancel(order) || !order.address) return false;
  const wanted = postal(address);
  if (JSON.stringify(wanted) !== JSON.stringify(order.address))
    state.orders.put({ ...order, address: wanted });
  return true;
}

export type Wanted = Pick<Return, 'sku' | 'qty' | 'reason'>;

/** Lines that are already being returned do not change. */
export function requestReturn(
  shop: Shop,
  customer: Account,
  order: Order,
  { lines, wants, comment }: { lines: readonly Wanted[]; wants: string; comment: string },
): void {
  const fresh = lines
    .filter(({ sku }) => !returnOf(shop, order, sku))
    .map(
      ({ sku, qty, reason }): Return => ({
        id: `${order.id}:${sku}`,
        order: order.id,
        customer: customer.id,
        sku,
        qty,
        reason,
        wants,
        comment,
        status: 'requested',
        requestedOn: shop.today,
      }),
    );
  for (const each of fresh) shop.state.returns.put(each);
  if (fresh.length > 0) postReturn(shop, customer, order, fresh);
}

export function returnOf({ state }: Shop, order: Order, sku: string): Return | undefined {
  return state.returns.get(`${order.id}:${sku}`);
}

/** Returns how many of the order's articles were added to the basket. */
export function orderAgain(shop: Shop, customer: string, order: Order): number {
  return order.lines.filter(({ sku, qty }) => addToCart(shop, customer, sku, qty) === null).length;
}
