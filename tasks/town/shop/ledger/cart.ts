import { optionWords } from '../state/option-words.ts';
import type { CartLine, Coupon, Product, Variant } from '../state/rows.ts';
import type { Shop } from '../visit.ts';
import { whyNotCoupon } from './totals.ts';

/** The limit per article and order. */
export const maxQty = 10;

export type PackedLine = CartLine & {
  product: Product;
  variant: Variant;
  options: string;
  category: string;
  price: number;
  onHand: number;
};

export function linesOf({ state }: Shop, customer: string): PackedLine[] {
  return state.cartLines.all().flatMap((line) => {
    const variant = state.variants.get(line.sku);
    const product = variant && state.products.get(variant.product);
    if (line.customer !== customer || !variant || !product) return [];
    const onHand = state.stock.get(line.sku)?.onHand ?? 0;
    const { category } = product;
    return [
      {
        ...line,
        product,
        variant,
        options: optionWords(variant.options),
        category,
        price: variant.price,
        onHand,
      },
    ];
  });
}

export function qtyInCart(shop: Shop, customer: string): number {
  return linesOf(shop, customer).reduce((count, { qty }) => count + qty, 0);
}

/** Adds a number of articles to the basket. Returns the reason for a refusal; null on success. */
export function addToCart(shop: Shop, customer: string, sku: string, qty: number): string | null {
  const id = lineId(customer, sku);
  const before = shop.state.cartLines.get(id)?.qty ?? 0;
  if (!Number.isInteger(qty) || qty < 1) return 'Choose a quantity of 1 or more.';
  const fault = whyNotQty(shop, sku, before + qty);
  if (!fault) shop.state.cartLines.put({ id, customer, sku, qty: before + qty });
  return fault;
}

/** Sets the quantity of an article in the basket; 0 removes it. */
export function setQty(shop: Shop, customer: string, sku: string, qty: number): string | null {
  const line = shop.state.cartLines.get(lineId(customer, sku));
  if (!line) return 'This article is not in your basket.';
  if (!Number.isInteger(qty) || qty < 0) return 'Choose a quantity of 0 or more.';
  if (qty === 0) {
    removeFromCart(shop, customer, sku);
    return null;
  }
  const fault = whyNotQty(shop, sku, qty);
  if (!fault && line.qty !== qty) shop.state.cartLines.put({ ...line, qty });
  return fault;
}

export function removeFromCart({ state }: Shop, customer: string, sku: string): void {
  state.cartLines.remove(lineId(customer, sku));
}

export function emptyCart(shop: Shop, customer: string): void {
  for (const { sku } of linesOf(shop, customer)) removeFromCart(shop, customer, sku);
  setCoupon(shop, customer, null);
}

export function whyNotQty({ state }: Shop, sku: string, qty: number): string | null {
  const onHand = state.stock.get(sku)?.onHand;
  if (onHand === undefined) return 'We do not have this article.';
  if (onHand === 0) return 'This article is sold out.';
  if (qty > onHand) return `Only ${onHand} of this article ${onHand === 1 ? 'is' : 'are'} left.`;
  return qty > maxQty ? `We sell at most ${maxQty} of an article in one order.` : null;
}

/** The coupon in effect. A code that does not fit the basket has no effect until it fits again. */
export function couponOf(shop: Shop, customer: string): Coupon | null {
  const coupon = shop.state.coupons.get(shop.state.carts.get(customer)?.coupon ?? '');
  return coupon && !whyNot(shop, customer, coupon) ? coupon : null;
}

/** Returns the reason against the code; null if it was added to the basket. */
export function applyCoupon(shop: Shop, customer: string, code: string): string | null {
  const coupon = shop.state.coupons.get(code.toUpperCase());
  const fault = whyNot(shop, customer, coupon);
  if (!fault && coupon) setCoupon(shop, customer, coupon.id);
  return fault;
}

export function setCoupon({ state }: Shop, customer: string, coupon: string | null): void {
  const cart = state.carts.get(customer);
  if (cart && cart.coupon !== coupon) state.carts.put({ ...cart, coupon });
}

function whyNot(shop: Shop, customer: string, coupon: Coupon | undefined): string | null {
  const isUsed = shop.state.orders
    .all()
    .some(
      (order) => order.customer === customer && order.coupon === coupon?.id && order.status !== 'cancelled',
    );
  return whyNotCoupon(coupon, linesOf(shop, customer), shop.today, isUsed);
}

function lineId(customer: string, sku: string): string {
  return `${customer}:${sku}`;
}
