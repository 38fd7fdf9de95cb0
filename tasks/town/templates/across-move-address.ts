import type { RawStep, Visitor } from '../../../harness/task/templates/template.ts';
import type { Order } from '../shop/state/rows.ts';
import { longDate } from '../shop/words/dates.ts';
import { mailAsItWas } from './helpers/across.ts';
import {
  defineMailTemplate,
  escaped,
  firstName,
  type Home,
  type Move,
  at as mailAt,
  mailHost,
  movesOf,
  searchFor,
  searchSteps,
  textsOf,
} from './helpers/mail.ts';
import { at, click, ownOrders, shop } from './helpers/shop.ts';

type Drawn = { customer: string; right: Move; others: readonly Move[]; order: Order; other: Order };

export const template = defineMailTemplate<Drawn>({
  id: 'across-move-address',
  title: 'Save the new address that a contact sent by mail, and send an order there',
  sites: [mailHost, shop],
  level: 4,
  capabilities: ['find out', 'add a record', 'redirect an order'],
  draw(world, random) {
    const moves = movesOf(world);
    const right = random.pick(moves.slice(1).filter(({ home, first }) => home.street !== first.street));
    const placed = ownOrders(world).filter(({ status, address }) => status === 'placed' && address);
    const [order, other] = random.sample(placed, 2);
    if (!order || !other) throw new Error('the shop has no two orders that are not packed');
    return {
      customer: world.person.id,
      right,
      others: moves.filter((each) => each !== right),
      order,
      other,
    };
  },
  goal: ({ right: { contact, isMended }, order }) =>
    `${contact.name} has moved and sent me the new address by mail${isMended ? ', then corrected it in a later letter' : ''}. My mailbox is ${mailHost}. In the shop, ${shop}, my order of ${longDate(order.placedOn)} should go to the new home. First save the address in the address book of my account in the shop. Call it “${firstName(contact.name)}”, and make it out to ${contact.name}. Write the house number before the street, as in the letter, and use the telephone number from the contacts of my mailbox. Do not make it the default address. Then have the order sent to it. Change nothing else.`,
  contract: ({ customer, right, order }) => ({
    kind: 'and',
    children: [
      {
        kind: 'state',
        host: shop,
        changes: [
          {
            table: 'addresses',
            added: { customer, label: { text: firstName(right.contact.name) }, ...wantedPostal(right) },
          },
          { table: 'orders', key: order.id, changed: { address: wantedPostal(right) } },
        ],
      },
      mailAsItWas,
    ],
  }),
  solve: async (visitor, { right, order }) => {
    await visitor.get(searchFor(`from:${right.contact.email} subject:address`));
    await visitor.get(mailAt(`/thread/${right.thread}`));
    await visitor.get(mailAt(`/contacts/${right.contact.id}`));
    await save(visitor, right, right.home);
    return redirect(visitor, order);
  },
  walkthroughs: ({ right, order }) => {
    const { contact } = right;
    const letter = { click: { role: 'link', name: { contains: `${contact.name}2Our new address` } } };
    return [
      [
        ...searchSteps('new address'),
        letter,
        click('link', 'Contact'),
        { wait: contact.phone },
        { open: at('/') },
        ...saveSteps(right, right.home),
        ...redirectSteps(right, order, right.home),
      ],
      [
        click('link', 'Contacts'),
        { fill: { label: 'Find by name, address or city', text: contact.name } },
        { press: 'Enter' },
        click('link', contact.name),
        { wait: contact.phone },
        click('link', `Mail from ${contact.name}`),
        letter,
        { open: at(`/orders/${order.id}`) },
        ...saveSteps(right, right.home),
        ...redirectSteps(right, order, right.home),
      ],
      [
        { open: at('/account/addresses') },
        { open: mailAt('/') },
        ...searchSteps(`from:${contact.email} subject:address`),
        { click: { role: 'link', name: { contains: 'Our new address' } } },
        { open: at('/account/addresses/new') },
        ...fillSteps(right, right.home),
        { press: 'Enter' },
        { wait: 'The address was added.' },
        click('link', 'Orders'),
        { select: { label: 'Status', option: 'Placed' } },
        click('button', 'Show'),
        ...redirectSteps(right, order, right.home).slice(1),
      ],
    ];
  },
  nearMisses: ({ right, others, order, other }) => {
    const steps = (move: Move, home: Home, to: Order): RawStep[] => [
      { open: at('/') },
      ...saveSteps(move, home),
      ...redirectSteps(move, to, home),
    ];
    const neighbour = others[0] ?? right;
    return [
      {
        kind: 'wrong_target',
        solve: async (visitor) => {
          await save(visitor, right, right.first);
          return redirect(visitor, order);
        },
        walkthrough: steps(right, right.first, order),
        names: right.home.street,
      },
      {
        kind: 'wrong_target',
        solve: async (visitor) => {
          await save(visitor, right, right.home);
          return redirect(visitor, other);
        },
        walkthrough: steps(right, right.home, other),
        names: `orders ${other.id} changed`,
      },
      {
        kind: 'one_more',
        solve: async (visitor) => {
          await save(visitor, neighbour, neighbour.home);
          await save(visitor, right, right.home);
          return redirect(visitor, order);
        },
        walkthrough: [
          { open: at('/') },
          ...saveSteps(neighbour, neighbour.home),
          ...saveSteps(right, right.home),
          ...redirectSteps(right, order, right.home),
        ],
        names: 'addresses A-',
      },
    ];
  },
  listing: ({ right, others }) => ({
    url: searchFor('new address'),
    right: right.contact.name,
    beside: others.map(({ contact }) => contact.name),
  }),
});

const postal = ({ contact: { name, phone } }: Move, home: Home) => ({ name, phone, ...home });

/** A typed telephone number counts by its digits. */
const wantedPostal = ({ contact: { name, phone }, home }: Move) => ({
  ...textsOf({ name, ...home }),
  phone: {
    pattern: `^\\s*${[...phone.replace(/\s/g, '')].map(escaped).join('[\\s()./\u2010\u2011-]*')}\\s*$`,
  },
});

const fillSteps = ({ contact: { name, phone } }: Move, { street, postcode, city }: Home): RawStep[] => [
  { fill: { label: { contains: 'What you call it' }, text: firstName(name) } },
  { fill: { label: 'Name', text: name } },
  { fill: { label: 'Street and number', text: street } },
  { fill: { label: 'Postcode', text: postcode } },
  { fill: { label: 'Town', text: city } },
  { fill: { label: { contains: 'Phone' }, text: phone } },
];

/** Works from any page of the shop. */
const saveSteps = (move: Move, home: Home): RawStep[] => [
  { click: { role: 'link', name: { contains: '’s account' } } },
  click('link', 'Addresses'),
  click('link', 'Add an address'),
  ...fillSteps(move, home),
  click('button', 'Save address'),
  { wait: 'The address was added.' },
];

const redirectSteps = ({ contact }: Move, { id }: Order, { street, city }: Home): RawStep[] => [
  click('link', 'Orders'),
  click('link', `Order ${id}`),
  { select: { label: 'Send it to', option: `${firstName(contact.name)}: ${street}, ${city}` } },
  click('button', 'Change address'),
  { wait: 'The order goes to another address.' },
  { done: {} },
];

async function save(visitor: Visitor, move: Move, home: Home): Promise<void> {
  await visitor.get(at('/account/addresses'));
  await visitor.get(at('/account/addresses/new'));
  const fields = { back: '', label: firstName(move.contact.name), ...postal(move, home) };
  await visitor.post(at('/account/addresses/new'), fields);
}

/** Redirects the order to the last saved address. */
async function redirect(visitor: Visitor, { id }: Order): Promise<undefined> {
  const { text } = await visitor.get(at(`/orders/${id}`));
  const [, ids = ''] = /name="address">([\s\S]*?)<\/select>/.exec(text) ?? [];
  const address = [...ids.matchAll(/value="([^"]+)"/g)].at(-1)?.[1] ?? '';
  await visitor.post(at(`/orders/${id}/address`), { address });
}
