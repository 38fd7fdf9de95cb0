import { defineTemplate, type RawStep, type Visitor } from '../../../harness/task/templates/template.ts';
import type { Address } from '../shop/state/rows.ts';
import { addressCalled, at, click, orThrow, ownAddresses, statesOf } from './helpers/shop.ts';

type Drawn = {
  customer: string;
  address: Address;
  street: string;
  /** The default address for parcels. */
  usual: Address;
  other: Address;
  beside: string[];
};

export const template = defineTemplate<Drawn>({
  id: 'shop-correct-address',
  title: 'Correct the street of one address and make another one the default',
  sites: ['shop.town.test'],
  level: 2,
  capabilities: ['correct a record'],
  draw: (world, random) => {
    const own = ownAddresses(world);
    const [address, usual, other] = random.sample(
      own.filter(({ label }) => label !== 'Home'),
      3,
    );
    const right = orThrow(address, 'three addresses');
    const [number = '', ...name] = right.street.split(' ');
    const another = random.pick([1, 2, 10, 20].map((more) => Number(number) + more));
    return {
      customer: addressCalled(world, 'Home').customer,
      address: right,
      street: [another, ...name].join(' '),
      usual: orThrow(usual, 'three addresses'),
      other: orThrow(other, 'three addresses'),
      beside: own.filter(({ label }) => label !== right.label).map(({ label }) => `Edit ${label}`),
    };
  },
  goal: ({ address, street, usual }) =>
    `In my account at the shop, the address “${address.label}” has the wrong house number: the street must read ${street}. Correct it, and make “${usual.label}” my default address. Leave everything else in my address book as it is.`,
  contract: ({ customer, address, street, usual }) => ({
    kind: 'and',
    children: statesOf([
      { table: 'addresses', key: address.id, changed: { street: { text: street } } },
      { table: 'accounts', key: customer, changed: { defaultAddress: usual.id } },
    ]),
  }),
  solve: async (visitor, { address, street, usual }) => {
    await visitor.get(at('/account'));
    await visitor.get(at('/account/addresses'));
    await correct(visitor, address, street);
    await visitor.post(at(`/account/addresses/${usual.id}/default`));
    return undefined;
  },
  walkthroughs: ({ address, street, usual }) => [
    [...toAddresses, ...edit(address, street), ...makeDefault(usual), { done: {} }],
    [...toAddresses, ...makeDefault(usual), ...edit(address, street), { done: {} }],
    [
      ...toAddresses,
      click('link', `Edit ${usual.label}`),
      { check: { role: 'checkbox', name: 'Make it the default address' } },
      { press: 'Enter' },
      { wait: 'The address was saved.' },
      click('link', `Edit ${address.label}`),
      { fill: { label: 'Street and number', text: street } },
      { press: 'Enter' },
      { wait: 'The address was saved.' },
      { done: {} },
    ],
  ],
  nearMisses: ({ address, street, usual, other }) => [
    {
      kind: 'wrong_target',
      solve: async (visitor) => {
        await correct(visitor, other, street);
        await visitor.post(at(`/account/addresses/${usual.id}/default`));
        return undefined;
      },
      walkthrough: [...toAddresses, ...edit(other, street), ...makeDefault(usual), { done: {} }],
      names: `addresses ${other.id} changed`,
    },
    {
      kind: 'wrong_target',
      solve: async (visitor) => {
        await correct(visitor, address, street);
        await visitor.post(at(`/account/addresses/${address.id}/default`));
        return undefined;
      },
      walkthrough: [...toAddresses, ...edit(address, street), ...makeDefault(address), { done: {} }],
      names: usual.id,
    },
    {
      kind: 'one_more',
      solve: async (visitor) => {
        await correct(visitor, address, street);
        await correct(visitor, other, street);
        await visitor.post(at(`/account/addresses/${usual.id}/default`));
        return undefined;
      },
      walkthrough: [
        ...toAddresses,
        ...edit(address, street),
        ...edit(other, street),
        ...makeDefault(usual),
        { done: {} },
      ],
      names: `addresses ${other.id} changed`,
    },
  ],
  listing: ({ address, beside }) => ({
    url: at('/account/addresses'),
    right: `Edit ${address.label}`,
    beside,
  }),
});

async function correct(visitor: Visitor, { id, ...address }: Address, street: string): Promise<void> {
  const { label, name, postcode, city, phone } = address;
  await visitor.get(at(`/account/addresses/${id}/edit`));
  const fields = { back: '', label, name, street, postcode, city, phone };
  await visitor.post(at(`/account/addresses/${id}/edit`), fields);
}

const toAddresses: readonly RawStep[] = [
  { click: { role: 'link', name: { contains: '’s account' } } },
  click('link', 'Addresses'),
];

function edit({ label }: Address, street: string): RawStep[] {
  return [
    click('link', `Edit ${label}`),
    { fill: { label: 'Street and number', text: street } },
    click('button', 'Save address'),
    { wait: 'The address was saved.' },
  ];
}

function makeDefault({ label }: Address): RawStep[] {
  return [click('button', `Make default: ${label}`), { wait: 'The default address was changed.' }];
}
