import { defineTemplate } from '../../../harness/task/templates/template.ts';
import type { Order, OrderLine } from '../shop/state/rows.ts';
import { longDate } from '../shop/words/dates.ts';
import {
  at,
  canComeBack,
  click,
  isA,
  type Likes,
  likesOf,
  listingOf,
  orThrow,
  ownOrders,
  sendBack,
  statesOf,
  toOrder,
  toSendBack,
} from './helpers/shop.ts';

type Target = { order: Order; line: OrderLine };
type Drawn = Target & { customer: string; likes: Likes; other: Target };

export const template = defineTemplate<Drawn>({
  id: 'shop-exchange-damaged',
  title: 'Return one damaged article of an order for an exchange',
  sites: ['shop.town.test'],
  level: 2,
  capabilities: ['return', 'search'],
  draw: (world, random) => {
    const open = ownOrders(world).filter((order) => canComeBack(world, order));
    const hasTwin = ({ id, deliveredOn }: Order, { sku }: OrderLine) =>
      open.some(
        (each) =>
          each.id !== id && each.deliveredOn === deliveredOn && each.lines.some((line) => line.sku === sku),
      );
    const choices = likesOf(world).flatMap((likes) =>
      likes.orders.slice(1).flatMap((order) => {
        const line = order.lines.find(isA(likes.noun));
        return line && open.includes(order) && !hasTwin(order, line) ? [{ likes, order, line }] : [];
      }),
    );
    const severals = choices.filter(({ order, line }) => line.qty > 1 || order.lines.length > 1);
    const chosen = random.pick(severals.length > 0 ? severals : choices);
    const others = open
      .filter(({ id }) => id !== chosen.order.id)
      .flatMap((order) => order.lines.map((line) => ({ order, line })));
    const like = others.find(({ line }) => isA(chosen.likes.noun)(line));
    return { ...chosen, customer: world.person.id, other: orThrow(like ?? others[0], 'another return') };
  },
  goal: ({ order: { deliveredOn, lines }, line: { name, options, qty } }) => {
    const when = `delivered on ${longDate(deliveredOn ?? '')}`;
    const what =
      qty === 1
        ? `The ${name} (${options}) that was ${when} was damaged on the way.`
        : `One of the ${qty} pieces of ${name} (${options}) that were ${when} was damaged on the way.`;
    const rest = qty > 1 || lines.length > 1 ? ' I am keeping everything else that came with it.' : '';
    return `${what} Please ask the shop for a return of ${qty === 1 ? 'it' : 'that one'}: it is damaged, and I would like it exchanged.${rest}`;
  },
  contract: ({ order, line, customer }) => {
    const added = { sku: line.sku, order: order.id, customer, qty: 1, reason: 'Damaged', wants: 'Exchange' };
    const row = {
      table: 'returns',
      key: `${order.id}:${line.sku}`,
      added: { ...added, status: 'requested' },
    };
    return { kind: 'and', children: statesOf([row], `Your return from order ${order.id}`) };
  },
  solve: async (visitor, { order, line, likes }) => {
    await visitor.get(at(`/orders?${new URLSearchParams({ q: likes.noun, status: '' })}`));
    await visitor.get(at(`/orders/${order.id}`));
    await sendBack(visitor, order.id, { sku: line.sku, wants: 'Exchange' });
    return undefined;
  },
  walkthroughs: ({ order, line, likes }) => {
    const send = [...toSendBack(line, 'Exchange'), { done: {} }];
    return [
      [...toOrder(likes.noun, order.id), ...send],
      [
        click('link', 'Returns and refunds'),
        click('link', 'Orders', { nth: 1 }),
        { select: { label: 'Status', option: 'Delivered' } },
        click('button', 'Show'),
        click('link', `Order ${order.id}`),
        ...send,
      ],
      [
        click('link', 'Orders'),
        { fill: { label: 'Article or number', text: line.sku } },
        { press: 'Enter' },
        click('link', `Order ${order.id}`),
        ...send,
      ],
    ];
  },
  nearMisses: ({ order, line, other }) => [
    {
      kind: 'wrong_target',
      solve: async (visitor) => {
        await sendBack(visitor, other.order.id, { sku: other.line.sku, wants: 'Exchange' });
        return undefined;
      },
      walkthrough: [
        { open: at(`/orders/${other.order.id}`) },
        ...toSendBack(other.line, 'Exchange'),
        { done: {} },
      ],
      names: `${other.order.id}:${other.line.sku}`,
    },
    {
      kind: 'wrong_target',
      solve: async (visitor) => {
        await sendBack(visitor, order.id, { sku: line.sku, wants: 'Refund' });
        return undefined;
      },
      walkthrough: [{ open: at(`/orders/${order.id}`) }, ...toSendBack(line, 'Refund'), { done: {} }],
      names: 'Exchange',
    },
    {
      kind: 'one_more',
      solve: async (visitor) => {
        await sendBack(visitor, order.id, { sku: line.sku, wants: 'Exchange' });
        await sendBack(visitor, other.order.id, { sku: other.line.sku, wants: 'Exchange' });
        return undefined;
      },
      walkthrough: [
        { open: at(`/orders/${order.id}`) },
        ...toSendBack(line, 'Exchange'),
        { open: at(`/orders/${other.order.id}`) },
        ...toSendBack(other.line, 'Exchange'),
        { done: {} },
      ],
      names: `${other.order.id}:${other.line.sku}`,
    },
  ],
  listing: ({ likes, order }) => listingOf(likes, order),
});
