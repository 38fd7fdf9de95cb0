import type { RawStep, Visitor } from '../../../harness/task/templates/template.ts';
import {
  at,
  besides,
  defineMailTemplate,
  type Home,
  type Move,
  mailHost,
  movesOf,
  pickOf,
  searchFor,
  searchSteps,
  sendForm,
  textsOf,
} from './helpers/mail.ts';

export const template = defineMailTemplate({
  id: 'mail-contact-update',
  title: 'Update the address of a contact from a letter and its correction',
  sites: ['mail.town.test'],
  level: 2,
  capabilities: ['correct a record', 'remember'],
  draw(world, random) {
    const moves = movesOf(world);
    const right = pickOf(
      random,
      moves.slice(1).filter(({ isMended }) => isMended),
      'mended address',
    );
    const others = moves.filter((each) => each !== right);
    return { right, other: pickOf(random, others, 'other move'), others };
  },
  goal: ({ right: { contact } }) =>
    `${contact.name} has moved, sent me the new address by mail, and corrected it in a later letter. Update the street, the postcode and the city of that contact. Write the house number before the street, as in the letter, and leave the rest of the contact as it is.`,
  contract: ({ right: { contact, home } }) => ({
    kind: 'state',
    host: mailHost,
    changes: [{ table: 'contacts', key: contact.id, changed: textsOf(home) }],
    ignoreAdded: besides,
  }),
  solve: (visitor, { right }) => correct(visitor, right, right.home),
  walkthroughs: ({ right }) => {
    const { contact } = right;
    const find: RawStep[] = [
      { click: { role: 'link', name: 'Contacts' } },
      { fill: { label: 'Find by name, address or city', text: contact.name } },
      { press: 'Enter' },
      { click: { role: 'link', name: contact.name } },
    ];
    return [
      correctSteps(right, right.home),
      [...searchSteps('new address'), ...openLetter(right), ...find, ...editSteps(right.home)],
      [
        ...find,
        { click: { role: 'link', name: `Mail from ${contact.name}` } },
        ...openLetter(right),
        { click: { role: 'link', name: 'Contact' } },
        ...editSteps(right.home),
      ],
    ];
  },
  nearMisses: ({ right, other }) => [
    {
      kind: 'wrong_target',
      solve: (visitor) => correct(visitor, right, right.first),
      walkthrough: correctSteps(right, right.first),
      names: `contacts ${right.contact.id} changed`,
    },
    {
      kind: 'wrong_target',
      solve: (visitor) => correct(visitor, other, right.home),
      walkthrough: correctSteps(other, right.home),
      names: `contacts ${other.contact.id} changed`,
    },
    {
      kind: 'one_more',
      solve: (visitor) => correct(visitor, right, { ...right.home, note: 'Moved' }),
      walkthrough: [
        ...correctSteps(right, right.home).slice(0, -3),
        { fill: { label: 'Note', text: 'Moved' } },
        ...correctSteps(right, right.home).slice(-3),
      ],
      names: right.contact.id,
    },
    {
      kind: 'one_more',
      solve: async (visitor) => {
        await correct(visitor, right, right.home);
        return correct(visitor, other, other.home);
      },
      walkthrough: [...correctSteps(right, right.home).slice(0, -1), ...correctSteps(other, other.home)],
      names: `contacts ${other.contact.id} changed`,
    },
  ],
  listing: ({ right, others }) => ({
    url: searchFor('new address'),
    right: right.contact.name,
    beside: others.map(({ contact }) => contact.name),
  }),
});

const openLetter = ({ contact }: Move): RawStep[] => [
  { click: { role: 'link', name: { contains: `${contact.name}2Our new address` } } },
];

function correctSteps(move: Move, home: Home): RawStep[] {
  return [
    ...searchSteps(`from:${move.contact.email} subject:address`),
    { click: { role: 'link', name: { contains: 'Our new address' } } },
    { click: { role: 'link', name: 'Contact' } },
    ...editSteps(home),
  ];
}

function editSteps({ street, postcode, city }: Home): RawStep[] {
  return [
    { click: { role: 'link', name: 'Edit' } },
    { fill: { label: 'Street', text: street } },
    { fill: { label: 'Postcode', text: postcode } },
    { fill: { label: 'City', text: city } },
    { click: { role: 'button', name: 'Save contact' } },
    { wait: 'The contact was saved.' },
    { done: {} },
  ];
}

async function correct(
  visitor: Visitor,
  { thread, contact }: Move,
  fields: Record<string, string>,
): Promise<undefined> {
  await visitor.get(searchFor(`from:${contact.email} subject:address`));
  await visitor.get(at(`/thread/${thread}`));
  await visitor.get(at(`/contacts/${contact.id}`));
  await sendForm(visitor, `/contacts/${contact.id}/edit`, fields);
}
