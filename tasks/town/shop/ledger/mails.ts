import { arrivalOf, deliveryOf } from '../state/deliveries.ts';
import { pickupPointOf } from '../state/pickup-points.ts';
import type { Order, Return } from '../state/rows.ts';
import type { Shop } from '../visit.ts';
import { longDate, weekdayDate } from '../words/dates.ts';
import { euros } from '../words/money.ts';

type Receiver = { name: string; email: string };

const from = 'orders@shop.town.test';

export function postReceipt(shop: Shop, to: Receiver, order: Order): void {
  const delivery = deliveryOf(order.delivery);
  const [first = '', last = ''] = delivery ? arrivalOf(delivery, order.placedOn) : [];
  post(shop, to, `Your order ${order.id}`, [
    `thank you for your order ${order.id} of ${longDate(order.placedOn)}.`,
    ...order.lines.map(
      ({ qty, name, options, price }) => `${qty} x ${name} (${options}): ${euros(qty * price)}`,
    ),
    ...(order.discount > 0 ? [`Code ${order.coupon}: ${euros(-order.discount)}`] : []),
    `${delivery?.name}: ${euros(order.deliveryPrice)}`,
    `Total: ${euros(order.total)}`,
    `Paid by: ${order.payment}`,
    `It goes to ${destination(order)} and arrives ${first === last ? `on ${weekdayDate(first)}` : `from ${weekdayDate(first)} to ${weekdayDate(last)}`}.`,
  ]);
}

export function postCancellation(shop: Shop, to: Receiver, order: Order): void {
  post(shop, to, `Order ${order.id} was cancelled`, [
    `we have cancelled your order ${order.id} as you asked.`,
    `${euros(order.total)} go back the way they came: ${order.payment}.`,
  ]);
}

export function postReturn(shop: Shop, to: Receiver, order: Order, returns: readonly Return[]): void {
  post(shop, to, `Your return from order ${order.id}`, [
    'these things may come back to us:',
    ...returns.map(({ qty, sku, reason, wants }) => {
      const name = order.lines.find((line) => line.sku === sku)?.name;
      return `${qty} x ${name} (${sku}): ${reason}. You want: ${wants.toLowerCase()}.`;
    }),
    'Write the number of your order on the parcel and hand it in at any pick-up point within 14 days.',
  ]);
}

function destination({ address, pickupPoint }: Order): string {
  if (address) return `${address.name}, ${address.street}, ${address.postcode} ${address.city}`;
  const point = pickupPointOf(pickupPoint);
  return `${point?.name}, ${point?.street}`;
}

function post(
  { world }: Shop,
  { name, email }: Receiver,
  subject: string,
  paragraphs: readonly string[],
): void {
  const text = [`Dear ${name},`, ...paragraphs, 'Copper Lane'].join('\n\n');
  world.post('mail.town.test', { kind: 'mail', to: email, from, subject, text });
}
