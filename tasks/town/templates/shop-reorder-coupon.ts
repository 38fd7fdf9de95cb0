import { defineTemplate, type RawStep } from '../../../harness/task/templates/template.ts';
import type { Address, Card, Coupon, Order, OrderLine, Product } from '../shop/state/rows.ts';
import { dayOf, longDate } from '../shop/words/dates.ts';
import {
  addressCalled,
  at,
  cardWords,
  checkOut,
  click,
  isA,
  type Likes,
  likesOf,
  listingOf,
  type Ordered,
  onHandOf,
  orderedOf,
  shop,
  toCheckOut,
  toOrder,
} from './helpers/shop.ts';

type Drawn = {
  likes: Likes;
  order: Order;
  line: OrderLine;
  /** Another order with this kind of product, and no article in common with this order. */
  other: Order;
  coupon: string;
  noted: string[];
  address: Address;
  card: Card;
  ordered: Ordered;
};

export const template = defineTemplate<Drawn>({
  id: 'shop-reorder-coupon',
  title: 'Order the articles of an old order again, with the one code that still counts',
  sites: ['shop.town.test'],
  level: 2,
  capabilities: ['order', 'search', 'choose a code'],
  draw: (world, random) => {
    const onHand = onHandOf(world);
    const today = dayOf(world.now);
    const categories = new Map(
      world.rows<Product>(shop, 'products').map(({ id, category }) => [id, category]),
    );
    const fits = ({ lastDay, minimum, category }: Coupon, { goods, lines }: Order) =>
      lastDay >= today &&
      goods >= minimum &&
      (category === null || lines.some(({ product }) => categories.get(product) === category));
    const isThere = ({ lines }: Order) => lines.every(({ sku, qty }) => (onHand[sku] ?? 0) >= qty);
    const isMore = ({ lines }: Order) => lines.length > 1 || lines.some(({ qty }) => qty > 1);
    const haveInCommon = (one: Order, another: Order) =>
      one.lines.some(({ sku }) => another.lines.some((line) => line.sku === sku));
    const coupons = world.rows<Coupon>(shop, 'coupons');
    const choices = likesOf(world).flatMap((likes) =>
      likes.orders.slice(1).flatMap((order) => {
        const line = order.lines.find(isA(likes.noun));
        const other = likes.orders.find((each) => isThere(each) && !haveInCommon(each, order));
        const wrong = coupons.filter((coupon) => !fits(coupon, order));
        const isRoom = isThere(order) && isMore(order) && order.status === 'delivered' && wrong.length > 1;
        return line && other && isRoom ? [{ likes, order, line, other, wrong }] : [];
      }),
    );
    const { wrong, ...chosen } = random.pick(choices);
    const { id: coupon } = random.pick(coupons.filter((each) => fits(each, chosen.order)));
    const noted = [coupon, ...wrong.map(({ id }) => id)];
    const address = addressCalled(world, random.pick(['Home', 'Holiday flat', 'Old flat']));
    const { id: customer } = world.person;
    const card = random.pick(world.rows<Card>(shop, 'cards').filter((each) => each.customer === customer));
    const payment = `Card ending in ${card.lastFour}`;
    const ordered = { customer, lines: chosen.order.lines, address, payment, coupon, onHand };
    return { ...chosen, coupon, noted: random.sample(noted, noted.length), address, card, ordered };
  },
  goal: ({ order, line, noted, address, card }) =>
    `Order again what was in my order of ${longDate(order.placedOn)}, the one with the ${line.name}: the same articles in the same quantities, and nothing else. I wrote down the codes ${noted.slice(0, -1).join(', ')} and ${noted.at(-1)}. Only one of them still counts for these articles, so use that one. Have the order sent by standard delivery to the address that I call “${address.label}”, and pay with my card that ends in ${card.lastFour}.`,
  contract: ({ ordered }) => ({ kind: 'and', children: orderedOf(ordered) }),
  solve: async (visitor, { likes, order, coupon, noted, address, card }) => {
    await visitor.get(at(`/orders?${new URLSearchParams({ q: likes.noun, status: '' })}`));
    await visitor.get(at(`/orders/${order.id}`));
    await visitor.post(at(`/orders/${order.id}/reorder`));
    for (const code of [...noted.filter((each) => each !== coupon), coupon])
      await visitor.post(at('/cart/coupon'), { code });
    await checkOut(visitor, address, card.id);
    return undefined;
  },
  walkthroughs: ({ likes, order, line, coupon, noted, address, card }) => {
    const buy = [...toCheckOut(address, cardWords(card)), { done: {} }];
    const [wrong = ''] = noted.filter((each) => each !== coupon);
    return [
      [...toOrder(likes.noun, order.id), ...again, ...apply(coupon), ...buy],
      [
        click('link', 'Orders'),
        { fill: { label: 'Article or number', text: line.sku } },
        { press: 'Enter' },
        click('link', `Order ${order.id}`),
        ...again,
        { fill: { label: { contains: 'Code' }, text: wrong } },
        click('button', 'Apply code'),
        { wait: 'Please look at this again' },
        ...apply(coupon),
        ...buy,
      ],
      [
        click('link', 'See this week’s offers and codes'),
        ...toOrder(order.id, order.id),
        ...again,
        { fill: { label: { contains: 'Code' }, text: coupon.toLowerCase() } },
        { press: 'Enter' },
        { wait: 'The code was applied.' },
        ...buy,
      ],
    ];
  },
  nearMisses: ({ order, other, coupon, address, card, ordered }) => {
    const walk = ({ id }: Order, steps: readonly RawStep[]) => [
      { open: at(`/orders/${id}`) },
      ...again,
      ...steps,
      ...toCheckOut(address, cardWords(card)),
      { done: {} },
    ];
    return [
      {
        kind: 'wrong_target',
        solve: async (visitor) => {
          await visitor.post(at(`/orders/${other.id}/reorder`));
          await checkOut(visitor, address, card.id);
          return undefined;
        },
        walkthrough: walk(other, []),
        names: ordered.lines[0]?.sku ?? '',
      },
      {
        kind: 'wrong_target',
        solve: async (visitor) => {
          await visitor.post(at(`/orders/${order.id}/reorder`));
          await checkOut(visitor, address, card.id);
          return undefined;
        },
        walkthrough: walk(order, []),
        names: coupon,
      },
      {
        kind: 'one_more',
        solve: async (visitor) => {
          await visitor.post(at(`/orders/${order.id}/reorder`));
          await visitor.post(at('/cart/coupon'), { code: coupon });
          await checkOut(visitor, address, card.id);
          await visitor.post(at(`/orders/${other.id}/reorder`));
          return undefined;
        },
        walkthrough: [
          ...walk(order, apply(coupon)).slice(0, -1),
          { open: at(`/orders/${other.id}`) },
          ...again,
          { done: {} },
        ],
        names: 'cartLines',
      },
    ];
  },
  listing: ({ likes, order }) => listingOf(likes, order),
});

const again: readonly RawStep[] = [click('button', 'Order again'), { wait: 'Your basket' }];

function apply(code: string): RawStep[] {
  return [
    { fill: { label: { contains: 'Code' }, text: code } },
    click('button', 'Apply code'),
    { wait: 'The code was applied.' },
  ];
}
