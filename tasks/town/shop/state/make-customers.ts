import type { Person, World } from '../../../../harness/web/host-handler.ts';
import { addDays, dayOf } from '../words/dates.ts';
import { figures, mark } from '../words/mark.ts';
import passwords from './password-words.json' with { type: 'json' };
import type { Account, Address, Card, Cart } from './rows.ts';

export type Customers = { accounts: Account[]; addresses: Address[]; cards: Card[]; carts: Cart[] };

/** Every person of the town is a customer. The person of the world has more rows, as a frequent customer. */
export function makeCustomers(world: World): Customers {
  const random = world.random('shop: customers');
  const made: Customers = { accounts: [], addresses: [], cards: [], carts: [] };
  for (const person of world.people) {
    const addresses = addressesOf(world, person);
    made.addresses.push(...addresses);
    made.cards.push(...cardsOf(world, person));
    made.carts.push({ id: person.id, coupon: null });
    made.accounts.push({
      id: person.id,
      name: person.name,
      email: person.email,
      phone: person.phone,
      password: `${random.pick(passwords)}-${random.pick(passwords)}-${random.int(11, 99)}`,
      customerSince: addDays(dayOf(world.now), -random.int(400, 2600)),
      defaultAddress: addresses[0]?.id ?? null,
      newsletter: random.chance(0.5),
      offersByPost: random.chance(0.3),
      orderUpdates: random.pick(['every step', 'delivery only']),
      substitutes: random.chance(0.5),
    });
  }
  return made;
}

/** The labels of the person's addresses besides the home address. */
const labels = ['Work', 'Parents', 'Holiday flat', 'Sister', 'Old flat'];
/** The address of another person. */
const otherHomes: ReadonlySet<string> = new Set(['Parents', 'Sister']);

function addressesOf(world: World, person: Person): Address[] {
  const { id: customer, name, street, postcode, city, phone } = person;
  const own = { customer, label: 'Home', name, street, postcode, city, phone };
  const others = world.random(`shop: addresses of ${customer}`).sample(
    world.people.filter(({ id }) => id !== customer),
    customer === world.person.id ? labels.length : 0,
  );
  const more = others.map((other, index) => ({
    ...own,
    label: labels[index] ?? '',
    name: otherHomes.has(labels[index] ?? '') ? other.name : name,
    street: other.street,
    postcode: other.postcode,
    city: other.city,
    phone: other.phone,
  }));
  return [own, ...more].map((address) => ({
    id: `A-${mark(world.seed, 'address', customer, address.label)}`,
    ...address,
  }));
}

/** Saved cards have only the last four digits. The signed-in person's digits are from documented test cards. */
function cardsOf(world: World, { id: customer, name: holder }: Person): Card[] {
  const random = world.random(`shop: cards of ${customer}`);
  const endings =
    customer === world.person.id ? ['4242', '4444', '0005'] : [figures(4, customer, world.seed)];
  return endings.map((lastFour) => ({
    id: `C-${mark(world.seed, 'card', customer, lastFour)}`,
    customer,
    holder,
    lastFour,
    expires: `${String(random.int(1, 12)).padStart(2, '0')}/${random.int(32, 36)}`,
  }));
}
