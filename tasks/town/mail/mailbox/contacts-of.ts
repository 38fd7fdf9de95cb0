import type { Person, World } from '../../../../harness/web/host-handler.ts';
import { rowId } from '../../state/row-id.ts';
import type { Contact } from '../state/rows.ts';
import type { Cast, Group } from './cast.ts';

const notes: Record<Group, string> = {
  friends: 'Friend',
  colleagues: 'Work',
  choir: 'Choir',
  house: 'Neighbour',
  school: 'School',
};

/** All people with a relation, some one-time acquaintances, and organisations that the owner writes to. */
export function contactsOf(world: World, cast: Cast): readonly Contact[] {
  const { seed, person: me, people } = world;
  const groups = Object.keys(notes) as Group[]; // of a record by groups
  const known = groups.flatMap((group) =>
    cast[group].map((person, index) =>
      contactOf(seed, person, group === 'house' && index === 0 ? 'Landlord' : notes[group]),
    ),
  );
  const ids = new Set([me, ...Object.values(cast).flat()].map(({ id }) => id));
  const strangers = people.filter(({ id }) => !ids.has(id));
  const met = world.random('mail: contacts').sample(strangers, 8);
  return [...known, ...met.map((person) => contactOf(seed, person, '')), ...offices(seed)];
}

function contactOf(seed: number, { id: _, ...person }: Person, note: string): Contact {
  return { id: rowId(seed, 'contacts', person.email), ...person, note };
}

function offices(seed: number): readonly Contact[] {
  const none = { street: '', postcode: '', city: '' };
  return [
    {
      name: 'Dental practice Dr Wren',
      email: 'practice@drwren.test',
      phone: '',
      note: 'Closed on Wednesdays',
      ...none,
    },
    { name: 'Garage Holloway', email: 'desk@garage-holloway.test', phone: '', note: '', ...none },
    { name: 'Town Library', email: 'desk@library-marrow.test', phone: '', note: '', ...none },
  ].map((office) => ({ id: rowId(seed, 'contacts', office.email), ...office }));
}
