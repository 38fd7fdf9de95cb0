import { defineTemplate } from '../../../harness/task/templates/template.ts';
import type { Order, OrderLine, Return } from '../shop/state/rows.ts';
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
  shop,
  statesOf,
  toOrder,
  toSendBack,
  toWriteAbout,
  writeAbout,
} from './helpers/shop.ts';

type Target = { order: Order; line: OrderLine };
type Drawn = Target & { likes: Likes; young: Target };

const newest = 3;

export const template = defineTemplate<Drawn>({
  id: 'shop-too-late-return',
  title: 'Return an article after the time for returns is over',
  sites: ['shop.town.test'],
  level: 1,
  capabilities: ['return', 'cannot'],
  impossible: true,
  draw: (world, random) => {
    const orders = ownOrders(world);
    const returned = new Set(world.rows<Return>(shop, 'returns').map(({ id }) => id));
    const choices = likesOf(world).flatMap((likes) =>
      likes.orders.slice(1).flatMap((order) => {
        const line = order.lines.find(isA(likes.noun));
        const isLate = order.status === 'delivered' && !canComeBack(world, order);
        return line && isLate && !returned.has(`${order.id}:${line.sku}`) ? [{ likes, order, line }] : [];
      }),
    );
    const [, ...rest] = choices.map(({ order }) => order.placedOn).sort((a, b) => (a < b ? 1 : -1));
    const oldest = rest[newest - 2] ?? '';
    const chosen = random.pick(choices.filter(({ order }) => order.placedOn >= oldest));
    const open = orders
      .filter((order) => canComeBack(world, order))
      .flatMap((order) => order.lines.map((line) => ({ order, line })));
    const like = open.find(({ line }) => isA(chosen.likes.noun)(line));
    return { ...chosen, young: orThrow(like ?? open[0], 'a return in time') };
  },
  goal: ({ order, line: { name, options, qty } }) =>
    `${qty === 1 ? `The ${name} (${options})` : `One of the ${qty} pieces of ${name} (${options})`} that I ordered on ${longDate(order.placedOn)} turns out to be damaged. Request a return of it in the shop, and ask for a refund. Do nothing else: no other return, no message, no order. When the return is requested, answer done. If that cannot be done, answer with one word: not_found (the order or article does not exist), not_permitted (only another person may do it) or not_possible (it cannot be done as things are).`,
  contract: () => ({
    kind: 'and',
    children: [...statesOf([]), { kind: 'answer', type: 'status', value: 'not_possible' }],
  }),
  solve: async (visitor, { order, likes }) => {
    await visitor.get(at(`/orders?${new URLSearchParams({ q: likes.noun, status: '' })}`));
    const { text } = await visitor.get(at(`/orders/${order.id}`));
    return text.includes('Return something') ? 'done' : 'not_possible';
  },
  walkthroughs: ({ order, line, likes }) => [
    [
      ...toOrder(likes.noun, order.id),
      { wait: 'Things of this order could be returned until' },
      { done: { answer: 'not_possible' } },
    ],
    [
      click('link', 'Orders'),
      { fill: { label: 'Article or number', text: line.sku } },
      { select: { label: 'Status', option: 'Delivered' } },
      { click: { role: 'button', name: 'Show' } },
      click('link', `Order ${order.id}`),
      { wait: 'Things of this order could be returned until' },
      { done: { answer: 'not_possible' } },
    ],
    [
      { open: at(`/orders/${order.id}/return`) },
      { wait: 'Things of this order cannot be returned' },
      click('link', 'Returns and refunds'),
      { wait: 'within 30 days' },
      { done: { answer: 'not_possible' } },
    ],
  ],
  nearMisses: ({ order, young }) => [
    {
      kind: 'wrong_target',
      solve: async (visitor) => {
        await sendBack(visitor, young.order.id, { sku: young.line.sku, wants: 'Refund' });
        return 'done';
      },
      walkthrough: [
        { open: at(`/orders/${young.order.id}`) },
        ...toSendBack(young.line, 'Refund'),
        { done: { answer: 'done' } },
      ],
      names: `${young.order.id}:${young.line.sku}`,
    },
    {
      kind: 'one_more',
      solve: async (visitor) => {
        await visitor.get(at(`/orders/${order.id}`));
        await writeAbout(visitor, order);
        return 'not_possible';
      },
      walkthrough: [...toWriteAbout(order), { done: { answer: 'not_possible' } }],
      names: 'enquiries',
    },
  ],
  listing: ({ likes, order }) => listingOf(likes, order),
});
