import type {
  DrawnFrom,
  Listing,
  RawStep,
  Visited,
  Visitor,
} from '../../../../harness/task/templates/template.ts';
import type { Json } from '../../../../harness/web/host-handler.ts';
import type { Address, Card, Order, OrderLine, Product, Stock, Variant } from '../../shop/state/rows.ts';
import { addDays, dayOf } from '../../shop/words/dates.ts';

type Clause = { readonly [field: string]: Json };

export const shop = 'shop.town.test';
const returnDays = 30;
/** The number of orders on a page of the list. */
const pageSize = 8;
const fewest = 6;

export function at(path: string): string {
  return `https://${shop}${path}`;
}

/** The changes in the shop, and the mail with this subject that it posts. Also reading mail does no harm. */
export function statesOf(changes: readonly Clause[], subject?: Json): Clause[] {
  const posted =
    subject === undefined
      ? []
      : [
          { table: 'messages', added: { from: 'orders@shop.town.test', subject } },
          { table: 'threads', added: { subject } },
        ];
  return [
    { kind: 'state', host: shop, changes },
    { kind: 'state', host: 'mail.town.test', changes: posted, ignoreAdded: ['reads'], others: 'any' },
  ];
}

export type Ordered = {
  customer: string;
  lines: readonly Pick<OrderLine, 'sku' | 'qty'>[];
  address: Address;
  payment: string;
  coupon: string | null;
  onHand: Readonly<Record<string, number>>;
};

/** An order of these articles with standard delivery, and its receipt. */
export function orderedOf({ customer, lines, address, payment, coupon, onHand }: Ordered): Clause[] {
  const { name, street, postcode, city, phone } = address;
  const added = {
    lines: { matches: lines.map(({ sku, qty }) => ({ sku, qty })) },
    coupon,
    customer,
    status: 'placed',
    delivery: 'standard',
    pickupPoint: null,
    address: { name, street, postcode, city, phone },
    payment,
    giftNote: '',
  };
  const stock = lines.map(({ sku, qty }) => ({
    table: 'stock',
    key: sku,
    changed: { onHand: (onHand[sku] ?? 0) - qty },
  }));
  return statesOf([{ table: 'orders', added }, ...stock], { pattern: '^Your order \\d{4}-\\d{5}$' });
}

/** The orders of the person, as the shop lists them. */
export function ownOrders(world: DrawnFrom): Order[] {
  return world
    .rows<Order>(shop, 'orders')
    .filter(({ customer }) => customer === world.person.id)
    .sort((a, b) => (a.placedOn + a.id < b.placedOn + b.id ? 1 : -1));
}

export type Likes = { noun: string; orders: readonly Order[] };

/** The kinds that the person orders repeatedly, with the orders on the first page of a search for them. */
export function likesOf(world: DrawnFrom): Likes[] {
  const orders = ownOrders(world);
  const nouns = new Set(world.rows<Product>(shop, 'products').map(({ noun }) => noun));
  return [...nouns]
    .map((noun) => ({ noun, orders: orders.filter(({ lines }) => lines.some(isA(noun))).slice(0, pageSize) }))
    .filter((likes) => likes.orders.length >= fewest);
}

/** Whether an article is of a kind, by its name: product names end with the kind. */
export function isA(noun: string): (line: Pick<OrderLine, 'name'>) => boolean {
  return ({ name }) => name.toLowerCase().includes(noun);
}

export function listingOf({ noun, orders }: Likes, right: Order): Listing {
  const beside = orders.filter(({ id }) => id !== right.id).map(({ id }) => `Order ${id}`);
  return { url: at(`/orders?${new URLSearchParams({ q: noun })}`), right: `Order ${right.id}`, beside };
}

export function canComeBack({ now }: DrawnFrom, { status, deliveredOn }: Order): boolean {
  return status === 'delivered' && deliveredOn !== null && dayOf(now) <= addDays(deliveredOn, returnDays);
}

export function onHandOf(world: DrawnFrom): Record<string, number> {
  return Object.fromEntries(world.rows<Stock>(shop, 'stock').map(({ id, onHand }) => [id, onHand]));
}

export function ownAddresses(world: DrawnFrom): Address[] {
  return world.rows<Address>(shop, 'addresses').filter(({ customer }) => customer === world.person.id);
}

export function addressCalled(world: DrawnFrom, label: string): Address {
  return orThrow(
    ownAddresses(world).find((address) => address.label === label),
    `an address ${label}`,
  );
}

export function variantsByProduct(world: DrawnFrom): Map<string, Variant[]> {
  return Map.groupBy(world.rows<Variant>(shop, 'variants'), ({ product }) => product);
}

/** The kinds with at least six products in a list. */
export function largeKinds(world: DrawnFrom): Product[][] {
  const kinds = Map.groupBy(world.rows<Product>(shop, 'products'), ({ kind }) => kind);
  return [...kinds.values()].filter(({ length }) => length >= fewest);
}

/** The plural: `mugs`, `wool socks`. */
export function severalOf(noun: string): string {
  if (/s$|paper$/.test(noun)) return noun;
  return noun.endsWith('ch') ? `${noun}es` : `${noun}s`;
}

export function orThrow<T>(found: T | undefined | null, what: string): T {
  if (found === undefined || found === null) throw new Error(`this world has no room for ${what}`);
  return found;
}

/** Orders the basket with standard delivery; `payment` is `invoice` or the id of a card. */
export async function checkOut(visitor: Visitor, address: Address, payment: string): Promise<Visited> {
  const { text } = await visitor.get(at('/checkout'));
  const [, form = ''] = /name="form" value="(\w+)"/.exec(text) ?? [];
  const blank = { point: '', card: '', holder: '', expires: '', cvc: '', gift: '' };
  const chosen = { form, address: address.id, delivery: 'standard', payment, terms: 'yes' };
  return visitor.post(at('/checkout'), { ...blank, ...chosen });
}

/** Requests the return of one article. */
export async function sendBack(
  visitor: Visitor,
  order: string,
  { sku, wants }: { sku: string; wants: string },
): Promise<void> {
  await visitor.get(at(`/orders/${order}/return`));
  const fields = { sku, [`qty-${sku}`]: '1', [`reason-${sku}`]: 'Damaged', wants, comment: '' };
  await visitor.post(at(`/orders/${order}/return`), fields);
}

export function click(role: string, name: string, more: RawStep = {}): RawStep {
  return { click: { role, name, ...more } };
}

/** Goes from any page of the shop to an order, by a search. */
export function toOrder(words: string, id: string): RawStep[] {
  return [
    click('link', 'Orders', { nth: 1 }),
    { fill: { label: 'Article or number', text: words } },
    click('button', 'Show'),
    click('link', `Order ${id}`),
  ];
}

/** Goes from the basket to the order; `payment` is the name of the radio button. */
export function toCheckOut(address: Address, payment: string): RawStep[] {
  return [
    click('link', 'Go to checkout'),
    { check: { role: 'radio', name: addressWords(address) } },
    { check: { role: 'radio', name: payment } },
    { check: { role: 'checkbox', name: 'I have read the terms of sale.' } },
    click('button', 'Place order'),
    { wait: 'Your order has the number' },
  ];
}

export const invoiceWords = 'Invoice to be paid within 14 days';

export function cardWords({ lastFour, expires }: Card): string {
  return `Card ending in ${lastFour} expires ${expires}`;
}

function addressWords({ label, name, street, postcode, city }: Address): string {
  return `${label} ${name}, ${street}, ${postcode} ${city}`;
}

/** Goes from an order to the return request for one of its articles. */
export function toSendBack({ name, options }: OrderLine, wants: string): RawStep[] {
  return [
    click('link', 'Return something'),
    {
      check: {
        role: 'checkbox',
        name: 'Return this',
        within: { role: 'group', name: `${name}, ${options}` },
      },
    },
    { select: { label: `Reason of ${name}, ${options}`, option: 'Damaged' } },
    { check: { role: 'radio', name: wants } },
    click('button', 'Request return'),
    { wait: 'Your return was requested.' },
  ];
}

const message = 'What became of this order? Please write to me about it.';

/** Sends the shop a message. */
export async function writeAbout(visitor: Visitor, order: Order | undefined): Promise<void> {
  await visitor.get(at('/help/contact'));
  await visitor.post(at('/help/contact'), { topic: 'An order', order: order?.id ?? '', text: message });
}

export function toWriteAbout(order: Order | undefined): RawStep[] {
  return [
    { open: at('/help/contact') },
    { select: { label: 'What is it about?', option: 'An order' } },
    { fill: { label: { contains: 'Number of the order' }, text: order?.id ?? '' } },
    { fill: { label: 'Your message', text: message } },
    click('button', 'Send message'),
    { wait: 'Thank you for writing' },
  ];
}
