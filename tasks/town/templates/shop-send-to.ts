import { defineTemplate, type RawStep } from '../../../harness/task/templates/template.ts';
import type { Address, Order, OrderLine } from '../shop/state/rows.ts';
import { longDate } from '../shop/words/dates.ts';
import { at, click, orThrow, ownAddresses, ownOrders, statesOf } from './helpers/shop.ts';

type Drawn = {
  order: Order;
  line: OrderLine;
  /** Whether the article alone identifies the order among the two that are not packed yet. */
  isTold: boolean;
  other: Order;
  beside: string[];
  address: Address;
};

const shown = 8;

export const template = defineTemplate<Drawn>({
  id: 'shop-send-to',
  title: 'Send an order that is not packed yet to another address',
  sites: ['shop.town.test'],
  level: 1,
  capabilities: ['redirect an order'],
  draw: (world, random) => {
    const orders = ownOrders(world);
    const [other, ...placed] = orders.filter(({ status, address }) => status === 'placed' && address);
    const today = orThrow(other, 'two orders that are not packed');
    const choices = placed.flatMap((order) => order.lines.map((line) => ({ order, line })));
    const isTold = ({ line }: (typeof choices)[number]) =>
      today.lines.every(({ name, options }) => name !== line.name || options !== line.options);
    const chosen = random.pick(choices.some(isTold) ? choices.filter(isTold) : choices);
    const now = [today, chosen.order].map(({ address }) => address?.street);
    const address = random.pick(ownAddresses(world).filter(({ street }) => !now.includes(street)));
    const beside = orders
      .slice(0, shown)
      .filter(({ id }) => id !== chosen.order.id)
      .map(({ id }) => `Order ${id}`);
    return { ...chosen, isTold: isTold(chosen), other: today, beside, address };
  },
  goal: ({ order, line: { name, options }, isTold, address: { label } }) =>
    `One of my orders that are not packed yet${isTold ? ' contains' : `, the one of ${longDate(order.placedOn)}, contains`} the ${name} (${options}). This order should go to another address. Have the whole order sent to the address that my account lists as “${label}”. Do not cancel the order, and leave my other orders alone.`,
  contract: ({ order, address: { name, street, postcode, city, phone } }) => ({
    kind: 'and',
    children: statesOf([
      { table: 'orders', key: order.id, changed: { address: { name, street, postcode, city, phone } } },
    ]),
  }),
  solve: async (visitor, { order, address }) => {
    await visitor.get(at('/orders'));
    await visitor.get(at(`/orders/${order.id}`));
    await visitor.post(at(`/orders/${order.id}/address`), { address: address.id });
    return undefined;
  },
  walkthroughs: ({ order, line, address }) => {
    const end = [click('link', `Order ${order.id}`), ...redirect(address), { done: {} }];
    return [
      [click('link', 'Orders'), ...end],
      [
        click('link', 'Orders'),
        { select: { label: 'Status', option: 'Placed' } },
        click('button', 'Show'),
        ...end,
      ],
      [
        click('link', 'Orders'),
        { fill: { label: 'Article or number', text: line.name } },
        { press: 'Enter' },
        ...end,
      ],
    ];
  },
  nearMisses: ({ order, other, address }) => [
    {
      kind: 'wrong_target',
      solve: async (visitor) => {
        await visitor.post(at(`/orders/${other.id}/address`), { address: address.id });
        return undefined;
      },
      walkthrough: [{ open: at(`/orders/${other.id}`) }, ...redirect(address), { done: {} }],
      names: `orders ${other.id} changed`,
    },
    {
      kind: 'one_more',
      solve: async (visitor) => {
        await visitor.post(at(`/orders/${order.id}/address`), { address: address.id });
        await visitor.post(at(`/orders/${other.id}/address`), { address: address.id });
        return undefined;
      },
      walkthrough: [
        { open: at(`/orders/${order.id}`) },
        ...redirect(address),
        { open: at(`/orders/${other.id}`) },
        ...redirect(address),
        { done: {} },
      ],
      names: `orders ${other.id} changed`,
    },
  ],
  listing: ({ order, beside }) => ({ url: at('/orders'), right: `Order ${order.id}`, beside }),
});

function redirect({ label, street, city }: Address): RawStep[] {
  return [
    { select: { label: 'Send it to', option: `${label}: ${street}, ${city}` } },
    click('button', 'Change address'),
    { wait: 'The order goes to another address.' },
  ];
}
