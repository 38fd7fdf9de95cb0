import type { RawStep, Visitor } from '../../../harness/task/templates/template.ts';
import type { Attachment, Contact } from '../mail/state/rows.ts';
import {
  at,
  besides,
  defineMailTemplate,
  firstName,
  mailboxOf,
  mailHost,
  pickOf,
  searchFor,
  searchSteps,
  sendForm,
  starBesides,
  talksOf,
} from './helpers/mail.ts';

type Statement = { thread: string; message: string; subject: string; file: Attachment };

export const template = defineMailTemplate({
  id: 'mail-forward-attachment',
  title: 'Forward a bank statement to the right one of two people with the same given name',
  sites: ['mail.town.test'],
  level: 2,
  capabilities: ['forward', 'remember'],
  draw(world, random) {
    const mailbox = mailboxOf(world);
    const statements = talksOf(mailbox, ({ subject }) => subject.startsWith('Your statement for')).map(
      ({ id, subject, latest }): Statement => {
        const [file] = mailbox.attachments.filter(({ message }) => message === latest.id);
        if (!file) throw new Error(`${subject} has no attachment`);
        return { thread: id, message: latest.id, subject, file };
      },
    );
    const namesakes = ({ id, name }: Contact) =>
      mailbox.contacts.filter((each) => each.id !== id && firstName(each.name) === firstName(name));
    const told = mailbox.contacts.filter((contact) => {
      const others = namesakes(contact);
      return contact.note !== '' && others.length > 0 && others.every(({ note }) => note !== contact.note);
    });
    const to = pickOf(random, told, 'contact that its note alone tells from a namesake');
    const right = pickOf(random, statements.slice(1), 'bank statement');
    return {
      me: world.person,
      to,
      namesake: pickOf(random, namesakes(to), 'namesake'),
      right,
      wrong: pickOf(
        random,
        statements.filter((each) => each !== right),
        'other statement',
      ),
      beside: statements.filter((each) => each !== right).map(({ subject }) => subject),
    };
  },
  goal: ({ to, right }) =>
    `Forward the statement of Harbour Savings Bank for ${monthOf(right)}, with the file that came with it, to ${firstName(to.name)}. I mean the ${firstName(to.name)} whose note in my contacts is “${to.note}”; send it to no one else. You do not need to write anything yourself.`,
  contract: ({ me, to, right }) => ({
    kind: 'state',
    host: mailHost,
    changes: [
      {
        table: 'messages',
        added: {
          thread: right.thread,
          inReplyTo: right.message,
          from: me.email,
          to: [to.email],
          cc: [],
          bcc: [],
        },
      },
      {
        table: 'attachments',
        added: { name: right.file.name, type: right.file.type, text: right.file.text },
      },
    ],
    ignoreAdded: besides,
  }),
  solve: async (visitor, { to, right, namesake }) => {
    await visitor.get(at(`/contacts?name=${firstName(to.name)}`));
    for (const { id } of [namesake, to]) await visitor.get(at(`/contacts/${id}`));
    return forward(visitor, right, to);
  },
  walkthroughs: ({ to, right }) => {
    const look: RawStep[] = [
      { click: { role: 'link', name: 'Contacts' } },
      { fill: { label: 'Find by name, address or city', text: firstName(to.name) } },
      { press: 'Enter' },
      { click: { role: 'link', name: to.name } },
      { wait: to.note },
    ];
    return [
      [...look, ...searchSteps('statement'), ...forwardSteps(right, to.email)],
      [...searchSteps('from:harbour has:attachment'), ...forwardSteps(right, to.name)],
      [
        { click: { role: 'link', name: 'More options' } },
        { fill: { label: 'Subject', text: monthOf(right) } },
        { check: { role: 'checkbox', name: 'Has an attachment' } },
        { click: { role: 'button', name: 'Search', within: { role: 'main' } } },
        ...forwardSteps(right, to.email),
      ],
    ];
  },
  nearMisses: ({ to, namesake, right, wrong }) => [
    {
      kind: 'wrong_target',
      solve: (visitor) => forward(visitor, right, namesake),
      walkthrough: [...searchSteps('statement'), ...forwardSteps(right, namesake.email)],
      names: to.email,
    },
    {
      kind: 'wrong_target',
      solve: (visitor) => forward(visitor, wrong, to),
      walkthrough: [...searchSteps('statement'), ...forwardSteps(wrong, to.email)],
      names: right.thread,
    },
    {
      kind: 'one_more',
      solve: async (visitor) => {
        await forward(visitor, right, to);
        await starBesides(visitor, right.thread);
        return undefined;
      },
      walkthrough: [
        ...searchSteps('statement'),
        ...forwardSteps(right, to.email).slice(0, -1),
        { click: { role: 'button', name: 'Star this conversation' } },
        { done: {} },
      ],
      names: `threads ${right.thread} changed`,
    },
  ],
  listing: ({ right, beside }) => ({ url: searchFor('statement'), right: right.subject, beside }),
});

const monthOf = ({ subject }: Statement) => subject.replace('Your statement for ', '');

async function forward(visitor: Visitor, { thread, message }: Statement, to: Contact): Promise<undefined> {
  await visitor.get(searchFor('statement'));
  await visitor.get(at(`/thread/${thread}`));
  await sendForm(visitor, `/forward/${message}`, { to: to.email, action: 'send' });
}

function forwardSteps({ subject }: Statement, to: string): RawStep[] {
  return [
    { click: { role: 'link', name: { contains: subject } } },
    { click: { role: 'link', name: 'Forward' } },
    { fill: { label: 'To', text: to } },
    { click: { role: 'button', name: 'Send' } },
    { wait: 'Your message was sent.' },
    { done: {} },
  ];
}
