import type { Random, World } from '../../../../harness/web/host-handler.ts';
import type { Catalogue } from '../catalogue/make-catalogue.ts';
import { totalsOf } from '../ledger/totals.ts';
import { addDays, addWorkingDays, dayOf } from '../words/dates.ts';
import { figures } from '../words/mark.ts';
import { deliveries } from './deliveries.ts';
import type { Customers } from './make-customers.ts';
import { optionWords } from './option-words.ts';
import { pickupPoints } from './pickup-points.ts';
import type { Address, Order, OrderLine, OrderStatus, Product, Return, Variant } from './rows.ts';

type Past = { age: readonly [number, number]; status: OrderStatus };

/** The orders of a customer who orders about monthly: each status, and deliveries inside and outside the return period. */
const ofPerson: readonly Past[] = [
  ...(['placed', 'placed', 'packed', 'sent', 'sent'] as const).map(
    (status, index): Past => ({ age: [index, index], status }),
  ),
  ...(
    [
      [9, 12],
      [14, 18],
      [20, 23],
      [26, 29],
      [44, 60],
    ] as const
  ).map((age): Past => ({ age, status: 'delivered' })),
  { age: [62, 80], status: 'cancelled' },
  ...Array.from(
    { length: 9 },
    (_, index): Past => ({ age: [90 + index * 60, 140 + index * 60], status: 'delivered' }),
  ),
];
const ofOthers: readonly Past[] = [
  { age: [40, 400], status: 'delivered' },
  { age: [1, 6], status: 'sent' },
];

/** The number of kinds that the person of the world buys repeatedly, so that these orders are easily confused. */
const favouriteKinds = 3;
/** The number of articles of each of these kinds that appear in the orders. */
const favouriteArticles = 5;

export type Goods = Pick<Catalogue, 'products' | 'variants'>;

export function makeOrders(world: World, goods: Goods, customers: Customers): Order[] {
  const products = new Map(goods.products.map((product) => [product.id, product]));
  return world.people.flatMap(({ id: customer }) => {
    const random = world.random(`shop: orders of ${customer}`);
    const own = customers.addresses.filter((address) => address.customer === customer);
    const card = customers.cards.find((each) => each.customer === customer);
    const history = customer === world.person.id ? ofPerson : ofOthers.slice(0, random.int(0, 2));
    const likes = customer === world.person.id ? drawLikes(random, goods, history.length) : [];
    return history.map(({ age: [least, most], status }, index): Order => {
      const placedOn = addDays(dayOf(world.now), -random.int(least, most));
      const lines = drawVariants(random, goods.variants, likes[index]).map((variant) =>
        lineOf(random, variant, products),
      );
      // The two newest orders go to an address, so that one can always be redirected.
      const delivery = random.pick(index < 2 ? deliveries.filter(({ toPoint }) => !toPoint) : deliveries);
      return {
        id: orderId(world.seed, customer, index),
        customer,
        form: '',
        status,
        placedOn,
        deliveredOn: status === 'delivered' ? addWorkingDays(placedOn, random.int(1, 4)) : null,
        lines,
        coupon: null,
        ...totalsOf(
          lines.map((line) => ({ ...line, category: '' })),
          null,
          delivery,
        ),
        delivery: delivery.id,
        pickupPoint: delivery.toPoint ? random.pick(pickupPoints).id : null,
        address: delivery.toPoint
          ? null
          : postal(own[random.chance(0.75) ? 0 : random.int(0, own.length - 1)]),
        payment: card ? `Card ending in ${card.lastFour}` : 'Invoice',
        giftNote: '',
      };
    });
  });
}

/** The order number of a customer's nth order; the first is 0. */
export function orderId(seed: number, customer: string, index: number): string {
  return `${figures(4, 'order', seed, customer, index)}-${figures(5, seed, index, customer, 'order')}`;
}

/** The signed-in person's newest delivery that is too old to be returned. */
const firstTooOld = 4;

/** Two of the signed-in person's old orders were partly returned. */
export function makeReturns(world: World, orders: readonly Order[]): Return[] {
  const random = world.random('shop: returns');
  const delivered = orders.filter(
    ({ customer, status }) => customer === world.person.id && status === 'delivered',
  );
  return (['received', 'refunded'] as const).flatMap((status, index) => {
    const { id: order, customer, lines, deliveredOn } = delivered[firstTooOld + index * 2] ?? {};
    const [line] = lines ?? [];
    if (!order || !customer || !line || !deliveredOn) return [];
    return {
      id: `${order}:${line.sku}`,
      order,
      customer,
      sku: line.sku,
      qty: 1,
      reason: random.pick(['Damaged', 'Changed my mind', 'Not as described']),
      wants: 'Refund',
      comment: '',
      status,
      requestedOn: addDays(deliveredOn, random.int(2, 20)),
    };
  });
}

export function postal(address: Address | undefined): Order['address'] {
  if (!address) return null;
  const { name, street, postcode, city, phone } = address;
  return { name, street, postcode, city, phone };
}

/** For each order the articles of one kind, one of which is in the order. */
function drawLikes(random: Random, { products, variants }: Goods, count: number): Variant[][] {
  const kinds = random.sample([...Map.groupBy(products, ({ kind }) => kind).values()], favouriteKinds);
  const articles = kinds.map((ofKind) => {
    const ids = new Set(ofKind.map(({ id }) => id));
    return random.sample(
      variants.filter(({ product }) => ids.has(product)),
      favouriteArticles,
    );
  });
  const each = Array.from({ length: count }, (_, index) => articles[index % favouriteKinds] ?? []);
  return random.sample(each, count);
}

/** One to three different articles, including one of `likes`. The full list is too long to copy for each order. */
function drawVariants(
  random: Random,
  variants: readonly Variant[],
  likes: readonly Variant[] = [],
): Variant[] {
  const count = random.pick([1, 1, 2, 2, 3]);
  const drawn = new Set<Variant>(likes.length > 0 ? [random.pick(likes)] : []);
  while (drawn.size < count) {
    const variant = variants[random.int(0, variants.length - 1)];
    if (variant) drawn.add(variant);
  }
  return random.sample([...drawn], count);
}

function lineOf(
  random: Random,
  { id: sku, product, options, price }: Variant,
  products: Map<string, Product>,
): OrderLine {
  const { name = '', noun = '' } = products.get(product) ?? {};
  return {
    sku,
    product,
    name: name || noun,
    options: optionWords(options),
    qty: random.pick([1, 1, 1, 2, 3]),
    price,
  };
}
