import type { RawStep, Visitor } from '../../../harness/task/templates/template.ts';
import type { Label } from '../mail/state/rows.ts';
import {
  at,
  besides,
  defineMailTemplate,
  mailboxOf,
  mailHost,
  pickOf,
  searchFor,
  searchSteps,
  starBesides,
  talksOf,
} from './helpers/mail.ts';

type Invoice = {
  thread: string;
  subject: string;
  month: string;
  sender: string;
  email: string;
  labels: readonly string[];
};
type Work = { months: readonly string[]; but: Invoice; label: Label; wanted: readonly Invoice[] };

const monthCount = 3;

export const template = defineMailTemplate({
  id: 'mail-label-invoices',
  title: 'Label the invoices of three months, except those of one sender',
  sites: ['mail.town.test'],
  level: 3,
  capabilities: ['organise', 'filter'],
  draw(world, random) {
    const mailbox = mailboxOf(world);
    const labelsOf = new Map(mailbox.threads.map(({ id, labels }) => [id, labels]));
    const invoices = talksOf(
      mailbox,
      ({ subject, folder }) => /^Invoice \S+ for/.test(subject) && folder !== 'spam',
    ).map(
      ({ id, subject, first }): Invoice => ({
        thread: id,
        subject,
        month: subject.replace(/^Invoice \S+ for /, ''),
        sender: first.fromName,
        email: first.from,
        labels: labelsOf.get(id) ?? [],
      }),
    );
    const months = [...new Set(invoices.map(({ month }) => month))];
    const spans = months.flatMap((_, index) => {
      const span = months.slice(index, index + monthCount).toReversed();
      const isFull = (month: string) => invoices.filter((each) => each.month === month).length > 2;
      return index > 0 && span.length === monthCount && span.every(isFull) ? [span] : [];
    });
    const span = pickOf(random, spans, 'three months with invoices of many');
    const inSpan = invoices.filter(({ month }) => span.includes(month));
    const but = pickOf(random, inSpan, 'invoice of those months');
    const wanted = inSpan.filter(({ email }) => email !== but.email);
    const free = world
      .rows<Label>(mailHost, 'labels')
      .filter(({ id }) => ['flat', 'orders', 'school'].includes(id));
    const work: Work = { months: span, but, label: pickOf(random, free, 'label'), wanted };
    return {
      ...work,
      right: pickOf(random, wanted.slice(1), 'invoice'),
      others: invoices.filter((each) => !wanted.includes(each)),
    };
  },
  goal: ({ months, but, label }) =>
    `Put the label ${label.name} on all conversations with an invoice for ${listed(months)}, from every sender except ${but.sender}. The month is the one that the subject names. Keep the labels that the conversations already have. Spam does not count as an invoice: leave it as it is.`,
  contract: ({ wanted, label }) => ({
    kind: 'state',
    host: mailHost,
    changes: wanted.map(({ thread, labels }) => ({
      table: 'threads',
      key: thread,
      changed: { labels: [...labels, label.id].sort() },
    })),
    ignoreAdded: besides,
  }),
  solve: (visitor, drawn) => label(visitor, drawn),
  walkthroughs: ({ months, but, label: { name }, wanted }) => [
    [
      ...months.flatMap((month) => [
        { fill: { label: 'Search mail', text: invoicesOf(month, but) } },
        { press: 'Enter' },
        { wait: invoicesOf(month, but) },
        { check: { role: 'checkbox', name: 'All' } },
        ...addLabel(name),
      ]),
      { done: {} },
    ],
    [...searchSteps('subject:invoice'), ...checkAll(wanted), ...addLabel(name), { done: {} }],
    [
      ...[...new Set(wanted.map(({ email }) => email))].flatMap((email) => [
        { fill: { label: 'Search mail', text: `from:${email}` } },
        { click: { role: 'button', name: 'Search' } },
        { wait: `from:${email}` },
        ...checkAll(wanted.filter((each) => each.email === email)),
        ...addLabel(name),
      ]),
      { done: {} },
    ],
  ],
  nearMisses: (drawn) => {
    const {
      wanted,
      but,
      right,
      label: { name },
    } = drawn;
    const instead = wanted.map((each) => (each === right ? but : each));
    return [
      {
        kind: 'wrong_target',
        solve: (visitor) => label(visitor, { ...drawn, wanted: instead }),
        walkthrough: [
          ...searchSteps('subject:invoice'),
          ...checkAll(instead),
          ...addLabel(name),
          { done: {} },
        ],
        names: `threads ${but.thread} changed`,
      },
      {
        kind: 'one_more',
        solve: async (visitor) => {
          await label(visitor, drawn);
          await starBesides(visitor, right.thread);
          return undefined;
        },
        walkthrough: [
          ...searchSteps('subject:invoice'),
          ...checkAll(wanted),
          ...addLabel(name),
          { click: { role: 'button', name: `Star: ${right.subject}` } },
          { done: {} },
        ],
        names: right.thread,
      },
    ];
  },
  listing: ({ right, others }) => ({
    url: searchFor('subject:invoice'),
    right: right.subject,
    beside: others.map(({ subject }) => subject),
  }),
});

const listed = (months: readonly string[]) => `${months.slice(0, -1).join(', ')} or ${months.at(-1)}`;

const invoicesOf = (month: string, but: Invoice) =>
  `subject:invoice subject:${month.replace(/ .*/, '')} -from:${but.email}`;

/** Month by month, by search. */
async function label(visitor: Visitor, { months, but, label: { id }, wanted }: Work): Promise<undefined> {
  for (const month of months) {
    const search = searchFor(invoicesOf(month, but));
    await visitor.get(search);
    const thread = wanted.filter((each) => each.month === month).map((each) => each.thread);
    await visitor.post(at('/bulk'), { thread, label: id, action: 'label', back: search.replace(at(''), '') });
  }
}

const checkAll = (invoices: readonly Invoice[]): RawStep[] =>
  invoices.map(({ subject }) => ({ check: { role: 'checkbox', name: `Select: ${subject}` } }));

const addLabel = (name: string): RawStep[] => [
  { select: { label: 'Label', option: name } },
  { click: { role: 'button', name: 'Add label' } },
  { wait: 'Undo' },
];
