import type { RawStep, Visitor } from '../../../harness/task/templates/template.ts';
import type { Folder } from '../mail/state/rows.ts';
import {
  at,
  besides,
  defineMailTemplate,
  groupIn,
  mailboxOf,
  mailHost,
  pickOf,
  searchFor,
  searchSteps,
  talksOf,
} from './helpers/mail.ts';

type Stray = { thread: string; name: string; matter: string; phone: string };

export const template = defineMailTemplate({
  id: 'mail-restore',
  title: 'Rescue a letter from the spam folder, and give the telephone number in it',
  sites: ['mail.town.test'],
  level: 1,
  capabilities: ['organise', 'find out'],
  draw(world, random) {
    const strays = talksOf(mailboxOf(world), ({ subject }) => subject === 'Please ring me').map(
      ({ id, latest }): Stray => ({
        thread: id,
        name: latest.fromName,
        matter: groupIn(latest.text, /your call about (.*?), but/),
        phone: groupIn(latest.text, phone),
      }),
    );
    const right = pickOf(random, strays.slice(1), 'letter in the spam');
    const others = strays.filter((each) => each !== right);
    const own = world.rows<Folder>(mailHost, 'folders').filter(({ builtIn }) => !builtIn);
    return {
      right,
      others,
      other:
        others.find(({ name }) => name === right.name) ?? pickOf(random, others, 'other letter in the spam'),
      folder: pickOf(random, own, 'folder of its own'),
    };
  },
  goal: ({ right, folder }) =>
    `A letter from ${right.name} about ${right.matter} was taken for spam. Move that conversation to the folder ${folder.name} and star it. Answer with the telephone number that the letter gives, with its spaces as written there, and nothing else.`,
  contract: ({ right, folder }) => ({
    kind: 'and',
    children: [
      {
        kind: 'state',
        host: mailHost,
        changes: [{ table: 'threads', key: right.thread, changed: { folder: folder.id, starred: true } }],
        ignoreAdded: besides,
      },
      { kind: 'answer', type: 'string', value: right.phone },
    ],
  }),
  solve: (visitor, { right, folder }) => restore(visitor, right, folder),
  walkthroughs: ({ right, folder }) => [
    [{ click: { role: 'link', name: { contains: 'Spam' } } }, ...restoreSteps(right, folder)],
    [...searchSteps(`in:spam ${right.matter}`), ...restoreSteps(right, folder)],
    [
      { click: { role: 'link', name: { contains: 'Spam' } } },
      openStray(right),
      readPhone,
      { click: { role: 'button', name: 'Not spam' } },
      { click: { role: 'link', name: { contains: 'Inbox' } } },
      { fill: { label: 'Search mail', text: `in:inbox ${right.matter}` } },
      { press: 'Enter' },
      { wait: 'Search results' },
      openStray(right),
      { select: { label: 'Folder', option: folder.name } },
      { click: { role: 'button', name: 'Move' } },
      { wait: `moved to ${folder.name}` },
      { click: { role: 'link', name: folder.name } },
      openStray(right),
      { click: { role: 'button', name: 'Star this conversation' } },
      { wait: 'starred' },
      { done: { answer: '{phone}' } },
    ],
  ],
  nearMisses: ({ right, other, folder }) => [
    {
      kind: 'wrong_target',
      solve: (visitor) => restore(visitor, other, folder),
      walkthrough: [{ click: { role: 'link', name: { contains: 'Spam' } } }, ...restoreSteps(other, folder)],
      names: `threads ${other.thread} changed`,
    },
    {
      kind: 'one_more',
      solve: async (visitor) => {
        await restore(visitor, other, folder);
        return restore(visitor, right, folder);
      },
      walkthrough: [
        { click: { role: 'link', name: { contains: 'Spam' } } },
        ...restoreSteps(other, folder).slice(0, -1),
        { click: { role: 'link', name: { contains: 'Spam' } } },
        ...restoreSteps(right, folder),
      ],
      names: `threads ${other.thread} changed`,
    },
  ],
  listing: ({ right, others }) => ({
    url: searchFor('in:spam'),
    right: right.matter,
    beside: others.map(({ matter }) => matter),
  }),
});

/** As in `020 7946 0123`. */
const phone = /reach me under (0[\d ]+\d)/;

const openStray = ({ matter }: Stray): RawStep => ({
  click: { role: 'link', name: { contains: `your call about ${matter}` } },
});

const readPhone: RawStep = { read: { pattern: phone.source, keep: 'phone' } };

function restoreSteps(stray: Stray, folder: Folder): RawStep[] {
  return [
    openStray(stray),
    readPhone,
    { click: { role: 'button', name: 'Star this conversation' } },
    { wait: '1 conversation starred.' },
    { select: { label: 'Folder', option: folder.name } },
    { click: { role: 'button', name: 'Move' } },
    { wait: `1 conversation moved to ${folder.name}.` },
    { done: { answer: '{phone}' } },
  ];
}

async function restore(visitor: Visitor, { thread }: Stray, { id }: Folder): Promise<string> {
  await visitor.get(at('/folder/spam'));
  const { text } = await visitor.get(at(`/thread/${thread}`));
  const back = `/thread/${thread}`;
  await visitor.post(at('/bulk'), { thread, back, leave: '/folder/spam', star: thread });
  await visitor.post(at('/bulk'), { thread, back, leave: '/folder/spam', action: 'move', folder: id });
  return groupIn(text, phone);
}
