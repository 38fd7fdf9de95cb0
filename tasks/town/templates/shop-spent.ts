import { defineTemplate, type RawStep } from '../../../harness/task/templates/template.ts';
import type { Random } from '../../../harness/web/host-handler.ts';
import type { Order } from '../shop/state/rows.ts';
import { addDays, dayOf, daysBetween, longDate } from '../shop/words/dates.ts';
import {
  at,
  click,
  isA,
  type Likes,
  likesOf,
  listingOf,
  severalOf,
  statesOf,
  toOrder,
  toWriteAbout,
  writeAbout,
} from './helpers/shop.ts';

type Drawn = {
  likes: Likes;
  /** Both dates are included. */
  first: string;
  last: string;
  counted: Order[];
  cents: number;
  /** Includes the cancelled order. */
  wrongCents: number;
};

const fewestCounted = 4;
const mostCounted = 5;

export const template = defineTemplate<Drawn>({
  id: 'shop-spent',
  title: 'Add up the price of all articles of one kind ordered between two days',
  sites: ['shop.town.test'],
  level: 3,
  capabilities: ['find out', 'add up'],
  draw: (world, random) => {
    const choices = likesOf(world).flatMap((likes) => {
      const cancelled = likes.orders.findIndex(({ status }) => status === 'cancelled');
      return cancelled < 0 ? [] : windowsAround(likes, cancelled);
    });
    const { likes, from, to } = random.pick(choices);
    const { orders, noun } = likes;
    const within = orders.slice(from, to + 1);
    const counted = within.filter(({ status }) => status !== 'cancelled');
    const [older, oldest] = [orders[to + 1], orders[to]].map((order) => order?.placedOn);
    const [newest, newer] = [orders[from], orders[from - 1]].map((order) => order?.placedOn);
    return {
      likes,
      first: dayAfter(random, older ?? addDays(oldest ?? '', -30), oldest ?? ''),
      last: newer ? addDays(dayAfter(random, newest ?? '', newer), -1) : dayOf(world.now),
      counted,
      cents: centsFor(noun, counted),
      wrongCents: centsFor(noun, within),
    };
  },
  goal: ({ likes, first, last }) =>
    `How much did I pay in the shop for the ${severalOf(likes.noun)} that I ordered from ${longDate(first)} to ${longDate(last)}, both days included? Add up the price of these articles only, without delivery and without other articles in the same orders. A cancelled order does not count. If an article was returned later, it still counts. Answer with the sum in euros, such as 12.50 EUR.`,
  contract: ({ cents }) => ({
    kind: 'and',
    children: [
      ...statesOf([]),
      { kind: 'answer', type: 'currency', value: { amount: cents / 100, currency: 'EUR' } },
    ],
  }),
  solve: async (visitor, { likes, counted }) => {
    await visitor.get(at(`/orders?${new URLSearchParams({ q: likes.noun, status: '' })}`));
    const pages = [];
    for (const { id } of counted) pages.push((await visitor.get(at(`/orders/${id}`))).text);
    return amountOf(pages.reduce((sum, text) => sum + centsOnPage(text, likes.noun), 0));
  },
  walkthroughs: ({ likes, counted, cents }) => {
    const done = { done: { answer: amountOf(cents) } };
    return [
      [...counted.flatMap(({ id }) => [...toOrder(likes.noun, id), seen(id)]), done],
      [
        ...counted.flatMap(({ id }) => [
          { open: listingOf(likes, { id } as Order).url },
          click('link', `Order ${id}`),
          seen(id),
        ]),
        done,
      ],
      [
        ...counted.flatMap(({ id }) => [
          { open: at(`/orders/${id}`) },
          click('link', 'Show receipt'),
          { wait: `Receipt ${id}` },
        ]),
        done,
      ],
    ];
  },
  nearMisses: ({ likes, cents, wrongCents }) => [
    {
      kind: 'wrong_target',
      solve: async () => amountOf(wrongCents),
      walkthrough: [
        click('link', 'Orders'),
        { fill: { label: 'Article or number', text: likes.noun } },
        { press: 'Enter' },
        { done: { answer: amountOf(wrongCents) } },
      ],
      names: amountOf(wrongCents),
    },
    {
      kind: 'one_more',
      solve: async (visitor) => {
        await writeAbout(visitor, likes.orders[0]);
        return amountOf(cents);
      },
      walkthrough: [...toWriteAbout(likes.orders[0]), { done: { answer: amountOf(cents) } }],
      names: 'enquiries',
    },
  ],
  listing: ({ likes, counted }) => listingOf(likes, counted.at(-1) ?? ({ id: '' } as Order)),
});

/** Spans of a few orders, with the cancelled order inside or at the edge, and others outside. */
function windowsAround(likes: Likes, cancelled: number): { likes: Likes; from: number; to: number }[] {
  const { length } = likes.orders;
  const places = Array.from({ length }, (_, index) => index);
  return places
    .flatMap((from) => places.map((to) => ({ likes, from, to })))
    .filter(
      ({ from, to }) =>
        from <= cancelled &&
        cancelled <= to &&
        to - from >= fewestCounted &&
        to - from <= mostCounted &&
        to - from + 1 < length,
    );
}

/** A day after the first date and before the second, or the second date. */
function dayAfter(random: Random, day: string, other: string): string {
  return addDays(day, random.int(1, Math.max(1, daysBetween(day, other))));
}

function centsFor(noun: string, orders: readonly Order[]): number {
  return orders
    .flatMap(({ lines }) => lines)
    .filter(isA(noun))
    .reduce((sum, { qty, price }) => sum + qty * price, 0);
}

/** The amounts of these goods in the rows of an order's page. */
function centsOnPage(text: string, noun: string): number {
  const rows = [...text.matchAll(/<tr><td><a href="[^"]*">([^<]*)<\/a>.*?<td>€([\d,.]+)<\/td><\/tr>/gs)];
  return rows
    .filter(([, name = '']) => name.toLowerCase().includes(noun))
    .reduce((sum, [, , price = '0']) => sum + Math.round(Number(price.replaceAll(',', '')) * 100), 0);
}

function amountOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')} EUR`;
}

function seen(id: string): RawStep {
  return { wait: `Order ${id}` };
}
