import type { RawStep, Visitor } from '../../../harness/task/templates/template.ts';
import type { Folder, Label } from '../mail/state/rows.ts';
import {
  at,
  besides,
  defineMailTemplate,
  mailboxOf,
  mailHost,
  pickOf,
  searchSteps,
  sendForm,
  starBesides,
  talksOf,
} from './helpers/mail.ts';

type Sender = { name: string; email: string; thread: string; subject: string };
type Rule = { sender: Sender; word: string; folder: Folder; label: Label; star: boolean };

const words = ['reminder', 'strike', 'summer', 'survey', 'closing time', 'jubilee', 'flood', 'price list'];
/** The number of conversations on the first page of a list. */
const pageSize = 25;

export const template = defineMailTemplate({
  id: 'mail-filter',
  title: 'Make a filter for mail of one sender with a word in its subject',
  sites: ['mail.town.test'],
  level: 2,
  capabilities: ['make a rule', 'remember'],
  draw(world, random) {
    const mailbox = mailboxOf(world);
    const own = world.person.email.replace(/.*@/, '@');
    const shown = talksOf(mailbox, ({ folder }) => folder === 'inbox').slice(0, pageSize);
    const senders = shown
      .filter(({ first, count, starred }) => count === 1 && !starred && !first.from.endsWith(own))
      .map(
        ({ id, subject, first }): Sender => ({
          name: first.fromName,
          email: first.from,
          thread: id,
          subject,
        }),
      );
    const names = [...new Set(shown.map(({ first }) => first.fromName))];
    const isOnce = ({ name }: Sender) => senders.filter((each) => each.name === name).length === 1;
    const sender = pickOf(random, senders.slice(2).filter(isOnce), 'office that wrote once lately');
    const folders = world.rows<Folder>(mailHost, 'folders').filter(({ builtIn }) => !builtIn);
    const rule: Rule = {
      sender,
      word: random.pick(words),
      folder: pickOf(random, folders, 'folder of its own'),
      label: pickOf(random, world.rows<Label>(mailHost, 'labels'), 'label'),
      star: random.chance(0.5),
    };
    const other = pickOf(
      random,
      senders.filter(({ email }) => email !== sender.email),
      'other office',
    );
    return { ...rule, other, beside: names.filter((name) => name !== sender.name) };
  },
  goal: ({ sender, word, folder, label, star }) =>
    `Make a filter for mail that comes from ${sender.name} and has “${word}” in its subject. For the sender, use the full address that they write from. The filter moves this mail to the folder ${folder.name}, adds the label ${label.name}${star ? ' and stars it' : ' and does nothing else to it'}. The filter must be on. Leave mail that is already here as it is.`,
  contract: ({ sender, word, folder, label, star }) => ({
    kind: 'state',
    host: mailHost,
    changes: [
      {
        table: 'filters',
        added: {
          from: { text: sender.email },
          to: '',
          subject: { text: word },
          words: '',
          folder: folder.id,
          label: label.id,
          star,
          markRead: false,
          enabled: true,
        },
      },
    ],
    ignoreAdded: besides,
  }),
  solve: (visitor, rule) => makeRule(visitor, rule),
  walkthroughs: (rule) => {
    const { sender } = rule;
    const menu: RawStep[] = [
      { click: { role: 'link', name: 'Settings' } },
      { click: { role: 'link', name: 'Filters' } },
      { click: { role: 'link', name: 'New filter' } },
      { fill: { label: 'From', text: sender.email } },
    ];
    return [
      [...openMail(sender), { click: { role: 'link', name: 'Filter mail like this' } }, ...saySteps(rule)],
      [...menu, ...saySteps(rule)],
      [
        ...searchSteps(`in:inbox from:${sender.email}`),
        ...openMail(sender),
        { click: { role: 'link', name: 'Filter mail like this' } },
        ...saySteps(rule),
      ],
    ];
  },
  nearMisses: (rule) => {
    const { sender, other } = rule;
    return [
      {
        kind: 'wrong_target',
        solve: (visitor) => makeRule(visitor, { ...rule, sender: other }),
        walkthrough: [
          ...openMail(other),
          { click: { role: 'link', name: 'Filter mail like this' } },
          ...saySteps(rule),
        ],
        names: sender.email,
      },
      {
        kind: 'one_more',
        solve: async (visitor) => {
          await makeRule(visitor, rule);
          await starBesides(visitor, sender.thread);
          return undefined;
        },
        walkthrough: [
          ...openMail(sender),
          { click: { role: 'button', name: 'Star this conversation' } },
          { click: { role: 'link', name: 'Filter mail like this' } },
          ...saySteps(rule),
        ],
        names: `threads ${sender.thread} changed`,
      },
    ];
  },
  listing: ({ sender, beside }) => ({ url: at('/folder/inbox'), right: sender.name, beside }),
});

const openMail = ({ name, subject }: Sender): RawStep[] => [
  { click: { role: 'link', name: { contains: `${name}${subject}` } } },
];

function saySteps({ word, folder, label, star }: Rule): RawStep[] {
  return [
    { fill: { label: 'Subject', text: word } },
    { select: { label: 'Move to a folder', option: folder.name } },
    { select: { label: 'Add a label', option: label.name } },
    ...(star ? [{ check: { role: 'checkbox', name: 'Star it' } }] : []),
    { click: { role: 'button', name: 'Save filter' } },
    { wait: 'The filter was saved.' },
    { done: {} },
  ];
}

async function makeRule(visitor: Visitor, { sender, word, folder, label, star }: Rule): Promise<undefined> {
  await visitor.get(at('/'));
  await visitor.get(at(`/thread/${sender.thread}`));
  await sendForm(visitor, `/settings/filters/new?${new URLSearchParams({ from: sender.email })}`, {
    subject: word,
    folder: folder.id,
    label: label.id,
    ...(star && { star: 'yes' }),
  });
}
