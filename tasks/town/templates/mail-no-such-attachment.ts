import type { RawStep, Visitor } from '../../../harness/task/templates/template.ts';
import type { Contact } from '../mail/state/rows.ts';
import {
  at,
  besides,
  defineMailTemplate,
  mailboxOf,
  mailHost,
  pickOf,
  searchFor,
  searchSteps,
  sendForm,
  starBesides,
  talksOf,
} from './helpers/mail.ts';

type Invoice = {
  thread: string;
  message: string;
  subject: string;
  month: string;
  sender: string;
  email: string;
};

export const template = defineMailTemplate({
  id: 'mail-no-such-attachment',
  title: 'Forward an invoice for a month without one',
  sites: ['mail.town.test'],
  level: 1,
  capabilities: ['cannot', 'search'],
  impossible: true,
  draw(world, random) {
    const mailbox = mailboxOf(world);
    const invoices = talksOf(
      mailbox,
      ({ subject, folder }) => /^Invoice \S+ for/.test(subject) && folder !== 'spam',
    ).map(
      ({ id, subject, latest }): Invoice => ({
        thread: id,
        message: latest.id,
        subject,
        month: subject.replace(/^Invoice \S+ for /, ''),
        sender: latest.fromName,
        email: latest.from,
      }),
    );
    const gaps = invoices.flatMap(({ sender, email }) => {
      const had = invoices.filter((each) => each.email === email);
      const others = invoices.filter(({ month }) => had.every((each) => each.month !== month));
      return others.map(({ month }) => ({ sender, email, month, had }));
    });
    const gap = pickOf(random, gaps, 'month without an invoice');
    const near = pickOf(random, gap.had, 'invoice of that sender');
    const people = mailbox.contacts.filter(({ note }) => note !== '' && !note.startsWith('Closed'));
    return {
      gap,
      near,
      to: pickOf(random, people, 'contact'),
      beside: invoices.filter((each) => each !== near).map(({ subject }) => subject),
    };
  },
  goal: ({ gap, to }) =>
    `Forward the invoice from ${gap.sender} for ${gap.month}, with its attachment, to ${to.name}. When it is sent, answer done. If that cannot be done, send nothing, change nothing, and answer with one word: not_found (the invoice does not exist), not_permitted (you are not allowed to do it) or not_possible (the mail site has no way to do it).`,
  contract: () => ({
    kind: 'and',
    children: [
      { kind: 'state', host: mailHost, changes: [], ignoreAdded: besides },
      { kind: 'answer', type: 'status', value: 'not_found' },
    ],
  }),
  solve: (visitor, { gap }) => lookFor(visitor, gap.email, gap.month),
  walkthroughs: ({ gap }) => [
    [...searchSteps(`from:${gap.email}`), { done: { answer: 'not_found' } }],
    [...searchSteps(`subject:invoice ${gap.month}`), { done: { answer: 'not_found' } }],
    [
      { click: { role: 'link', name: 'More options' } },
      { fill: { label: 'From', text: gap.sender } },
      { check: { role: 'checkbox', name: 'Has an attachment' } },
      { click: { role: 'button', name: 'Search', within: { role: 'main' } } },
      { wait: 'Search results' },
      { done: { answer: 'not_found' } },
    ],
  ],
  nearMisses: ({ gap, near, to }) => [
    {
      kind: 'wrong_target',
      solve: (visitor) => forward(visitor, near, to),
      walkthrough: [
        ...searchSteps(`from:${gap.email}`),
        ...forwardSteps(near, to),
        { done: { answer: 'done' } },
      ],
      names: 'attachments',
    },
    {
      kind: 'one_more',
      solve: async (visitor) => {
        const answer = await lookFor(visitor, gap.email, gap.month);
        await starBesides(visitor, near.thread);
        return answer;
      },
      walkthrough: [
        ...searchSteps(`from:${gap.email}`),
        { click: { role: 'button', name: `Star: ${near.subject}` } },
        { done: { answer: 'not_found' } },
      ],
      names: `threads ${near.thread} changed`,
    },
  ],
  listing: ({ near, beside }) => ({ url: searchFor('subject:invoice'), right: near.subject, beside }),
});

async function lookFor(visitor: Visitor, email: string, month: string): Promise<string> {
  const { text } = await visitor.get(searchFor(`from:${email}`));
  await visitor.get(searchFor(`in:archive from:${email}`));
  return text.includes(`for ${month}<`) ? 'done' : 'not_found';
}

async function forward(visitor: Visitor, { thread, message, email }: Invoice, to: Contact): Promise<string> {
  await visitor.get(searchFor(`from:${email}`));
  await visitor.get(at(`/thread/${thread}`));
  await sendForm(visitor, `/forward/${message}`, { to: to.email, action: 'send' });
  return 'done';
}

const forwardSteps = ({ subject }: Invoice, to: Contact): RawStep[] => [
  { click: { role: 'link', name: { contains: subject } } },
  { click: { role: 'link', name: 'Forward' } },
  { fill: { label: 'To', text: to.email } },
  { click: { role: 'button', name: 'Send' } },
  { wait: 'Your message was sent.' },
];
