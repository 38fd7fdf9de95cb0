import type { Visitor } from '../../../harness/task/templates/template.ts';
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
  starBesides,
  talksOf,
} from './helpers/mail.ts';

const amount = /Amount: EUR (\d+\.\d\d)/;

export const template = defineMailTemplate({
  id: 'mail-find-code',
  title: 'Find the amount of an invoice that may have been replaced by a later one',
  sites: ['mail.town.test'],
  level: 1,
  capabilities: ['find out', 'compare'],
  draw(world, random) {
    const mailbox = mailboxOf(world);
    const invoices = talksOf(
      mailbox,
      ({ subject, folder }) => /^Invoice \S+ for/.test(subject) && folder !== 'spam',
    ).map(({ id, subject, first, latest, count }) => ({
      thread: id,
      subject,
      month: subject.replace(/^Invoice \S+ for /, ''),
      sender: first.fromName,
      email: first.from,
      count,
      number: groupIn(latest.text, /Invoice number: (\S+)/),
      cents: Math.round(Number(groupIn(latest.text, amount)) * 100),
      wrong: groupIn(first.text, amount),
    }));
    const ofSender = (email: string) => invoices.filter((each) => each.email === email);
    const mended = invoices.filter(
      ({ count, email, month }) =>
        count === 2 &&
        ofSender(email).length > 5 &&
        ofSender(email).filter((each) => each.month === month).length === 1,
    );
    const right = pickOf(random, mended, 'invoice that was sent again');
    const beside = ofSender(right.email).filter((each) => each !== right);
    return { right, beside, other: pickOf(random, beside, 'other invoice') };
  },
  goal: ({ right }) =>
    `How much do I have to pay ${right.sender} for ${right.month}? If an invoice was replaced by a later one, the later one counts. Change nothing. Answer with the amount in euros, such as 12.50 EUR.`,
  contract: ({ right }) => ({
    kind: 'and',
    children: [
      { kind: 'state', host: mailHost, changes: [], ignoreAdded: besides },
      { kind: 'answer', type: 'currency', value: { amount: right.cents / 100, currency: 'EUR' } },
    ],
  }),
  solve: (visitor, { right }) => amountIn(visitor, right),
  walkthroughs: ({ right }) => {
    const read = [
      { click: { role: 'link', name: { contains: right.subject } } },
      { wait: right.number },
      { done: { answer: { read: { pattern: `${right.number}[\\s\\S]*?Amount: (EUR [\\d.]+)` } } } },
    ];
    return [
      [...searchSteps(`from:${right.email}`), ...read],
      [...searchSteps(`subject:invoice ${right.month}`), ...read],
      [
        { click: { role: 'link', name: 'More options' } },
        { fill: { label: 'From', text: right.sender } },
        { fill: { label: 'Subject', text: right.month } },
        { click: { role: 'button', name: 'Search', within: { role: 'main' } } },
        { wait: 'Search results' },
        ...read,
      ],
    ];
  },
  nearMisses: ({ right, other }) => [
    {
      kind: 'wrong_target',
      solve: async (visitor) => {
        await amountIn(visitor, right);
        return `${right.wrong} EUR`;
      },
      walkthrough: [...searchSteps(`from:${right.email}`), { done: { answer: `${right.wrong} EUR` } }],
      names: `${right.wrong} EUR`,
    },
    {
      kind: 'wrong_target',
      solve: (visitor) => amountIn(visitor, other),
      walkthrough: [...searchSteps(`from:${right.email}`), { done: { answer: `${other.cents / 100} EUR` } }],
      names: `${(other.cents / 100).toFixed(2)} EUR`,
    },
    {
      kind: 'one_more',
      solve: async (visitor) => {
        const answer = await amountIn(visitor, right);
        await starBesides(visitor, right.thread);
        return answer;
      },
      walkthrough: [
        ...searchSteps(`from:${right.email}`),
        { click: { role: 'button', name: `Star: ${right.subject}` } },
        { done: { answer: `${right.cents / 100} EUR` } },
      ],
      names: `threads ${right.thread} changed`,
    },
  ],
  listing: ({ right, beside }) => ({
    url: searchFor(`from:${right.email}`),
    right: right.subject,
    beside: beside.map(({ subject }) => subject),
  }),
});

async function amountIn(
  visitor: Visitor,
  { thread, number, email }: { thread: string; number: string; email: string },
): Promise<string> {
  await visitor.get(searchFor(`from:${email}`));
  const { text } = await visitor.get(at(`/thread/${thread}`));
  return `${groupIn(text.slice(text.indexOf(`Invoice number: ${number}`)), amount)} EUR`;
}
