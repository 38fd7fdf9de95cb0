import { type Delivery, priceOfDelivery } from '../state/deliveries.ts';
import type { Coupon, Order } from '../state/rows.ts';

export type PricedLine = { category: string; price: number; qty: number };
export type Totals = Pick<Order, 'goods' | 'discount' | 'deliveryPrice' | 'total'>;

/** The totals of a basket. A coupon takes off whole cents, at most the price of the goods. */
export function totalsOf(lines: readonly PricedLine[], coupon: Coupon | null, delivery: Delivery): Totals {
  const goods = sum(lines);
  const discount = coupon ? discountOf(lines, coupon) : 0;
  const deliveryPrice = coupon?.gives === 'delivery' ? 0 : priceOfDelivery(delivery, goods - discount);
  return { goods, discount, deliveryPrice, total: goods - discount + deliveryPrice };
}

function discountOf(lines: readonly PricedLine[], { gives, value, category }: Coupon): number {
  const meant = sum(lines.filter((line) => category === null || line.category === category));
  if (gives === 'delivery') return 0;
  return gives === 'percent' ? Math.floor((meant * value) / 100) : Math.min(value, meant);
}

/** Why a coupon is not valid for this basket; null if it is. */
export function whyNotCoupon(
  coupon: Coupon | undefined,
  lines: readonly PricedLine[],
  today: string,
  isUsed: boolean,
): string | null {
  if (!coupon) return 'We do not know this code.';
  if (coupon.lastDay < today) return 'This code is no longer valid.';
  if (isUsed) return 'You have used this code before.';
  const meant = lines.filter(({ category }) => coupon.category === null || category === coupon.category);
  if (meant.length === 0) return 'Nothing in your basket goes with this code.';
  if (sum(lines) < coupon.minimum) return 'Your basket does not come to the amount that this code asks for.';
  return null;
}

function sum(lines: readonly PricedLine[]): number {
  return lines.reduce((amount, { price, qty }) => amount + price * qty, 0);
}
