import type { CreatePeople, Person } from '../../../harness/web/host-handler.ts';
import cities from './cities.json' with { type: 'json' };
import familyNames from './family-names.json' with { type: 'json' };
import givenNames from './given-names.json' with { type: 'json' };
import streets from './streets.json' with { type: 'json' };

const count = 60;

/** The people of the town. Full names are unique; given names and family names repeat, and some are similar. */
export const createPeople: CreatePeople = (random) => {
  const names = new Set<string>();
  while (names.size < count) names.add(`${random.pick(givenNames)} ${random.pick(familyNames)}`);
  const phones = random.sample(testNumbers, count);
  return [...names].map((name, index): Person => {
    const { city, postcode } = random.pick(cities);
    return {
      id: `person-${index + 1}`,
      name,
      email: `${name.toLowerCase().replace(' ', '.')}@town.test`,
      street: `${random.int(1, 120)} ${random.pick(streets)}`,
      postcode: `${postcode}${random.int(100, 999)}`,
      city,
      phone: phones[index] ?? '',
    };
  });
};

/** Ofcom reserves 01632 960000 to 960999 for drama, so these numbers reach no person. */
const testNumbers = Array.from({ length: 1000 }, (_, index) => `01632 960${String(index).padStart(3, '0')}`);
