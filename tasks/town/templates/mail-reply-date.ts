import { defineTemplate, type RawStep, type Visitor } from '../../../harness/task/templates/template.ts';
import {
  at,
  besides,
  firstName,
  groupIn,
  mailboxOf,
  mailHost,
  pickOf,
  searchFor,
  searchSteps,
  sendForm,
  starBesides,
  talksOf,
} from './helpers/mail.ts';

const subject = 'Which day suits you?';

/** A letter that asks for a day, and what is answered. */
type Asked = { thread: string; message: string; name: string; email: string; matter: string; days: string[] };

export const template = defineTemplate({
  id: 'mail-reply-date',
  title: 'Answer somebody alone which of the days that were offered suits',
  sites: ['mail.town.test'],
  level: 2,
  capabilities: ['reply', 'search'],
  draw(world, random) {
    const mailbox = mailboxOf(world);
    const asked = talksOf(mailbox, (talk) => talk.subject === subject).map(({ id, latest }): Asked => {
      const { text } = latest;
      const first = groupIn(text, /two days: (\w+ \d+ \w+) and/);
      const second = groupIn(text, / and (\w+ \d+ \w+)\. Which/);
      const matter = groupIn(text, /for (the .*?) I can offer/);
      return {
        thread: id,
        message: latest.id,
        name: latest.fromName,
        email: latest.from,
        matter,
        days: [first, second],
      };
    });
    const right = pickOf(random, asked.slice(1), 'letter that asks for a day');
    const sameSender = asked.find(({ name, thread }) => name === right.name && thread !== right.thread);
    const other =
      sameSender ??
      pickOf(
        random,
        asked.filter(({ thread }) => thread !== right.thread),
        'other letter',
      );
    const isLater = random.chance(0.5);
    return {
      me: world.person,
      right,
      other,
      isLater,
      beside: asked.filter(({ thread }) => thread !== right.thread).map(({ matter }) => matter),
    };
  },
  goal: ({ right, isLater }) =>
    `${right.name} has asked which of two days suits you for ${right.matter}. Reply to that letter, to ${firstName(right.name)} alone, that the ${isLater ? 'later' : 'earlier'} day suits you. Write one sentence and no other word: “Monday 3 March suits me.”, with the right day in place of this one, said as in the letter. Your signature and the quoted letter below it may stay or go.`,
  contract: ({ me, right, isLater }) => ({
    kind: 'state',
    host: mailHost,
    changes: [
      {
        table: 'messages',
        added: {
          thread: right.thread,
          inReplyTo: right.message,
          from: me.email,
          to: [right.email],
          cc: [],
          bcc: [],
          text: { pattern: onlySaying(sentence(right, isLater), firstName(me.name)) },
        },
      },
    ],
    ignore: besides,
  }),
  solve: (visitor, { right, isLater }) => reply(visitor, right, { isLater }),
  walkthroughs: ({ right, isLater }) => {
    const text = sentence(right, isLater);
    const send: RawStep[] = [
      { click: { role: 'link', name: 'Reply' } },
      { fill: { label: 'Message', text } },
      { click: { role: 'button', name: 'Send' } },
      { wait: 'Your message was sent.' },
      { done: {} },
    ];
    const entry = { click: { role: 'link', name: { contains: `for ${right.matter} I can offer` } } };
    return [
      [...searchSteps(`from:${right.email} subject:day`), entry, ...send],
      [...searchSteps(right.matter.replace(/^the /, '')), entry, ...send],
      [
        { click: { role: 'link', name: 'Contacts' } },
        { fill: { label: 'Find by name, address or city', text: right.name } },
        { click: { role: 'button', name: 'Find' } },
        { click: { role: 'link', name: right.name } },
        { click: { role: 'link', name: `Mail from ${right.name}` } },
        entry,
        ...send,
      ],
    ];
  },
  nearMisses: ({ right, other, isLater }) => [
    {
      kind: 'wrong_target',
      solve: (visitor) => reply(visitor, other, { isLater }),
      walkthrough: replySteps(other, sentence(other, isLater)),
      names: right.thread,
    },
    {
      kind: 'wrong_target',
      solve: (visitor) => reply(visitor, right, { isLater, kind: 'reply-all' }),
      walkthrough: replySteps(right, sentence(right, isLater), 'Reply all'),
      names: right.email,
    },
    {
      kind: 'one_more',
      solve: async (visitor) => {
        await reply(visitor, right, { isLater });
        await starBesides(visitor, right.thread);
        return undefined;
      },
      walkthrough: [
        ...replySteps(right, sentence(right, isLater)).slice(0, -1),
        { click: { role: 'button', name: 'Star this conversation' } },
        { done: {} },
      ],
      names: `threads ${right.thread} changed`,
    },
  ],
  listing: ({ right, beside }) => ({ url: searchFor('suits you'), right: right.matter, beside }),
});

const sentence = ({ days }: Asked, isLater: boolean) => `${days[isLater ? 1 : 0]} suits me.`;

/** The words alone: signature and quotation may stand above or below them, or be gone. */
function onlySaying(words: string, signature: string): string {
  const rest = `(?:-- *\\n${signature}\\s*)?(?:On [^\\n]+ wrote:(?:\\n>[^\\n]*)+\\s*)?`;
  return `^\\s*${rest}${words.replaceAll('.', '\\.')}\\s*${rest}$`;
}

async function reply(
  visitor: Visitor,
  asked: Asked,
  { isLater, kind = 'reply' }: { isLater: boolean; kind?: 'reply' | 'reply-all' },
): Promise<undefined> {
  await visitor.get(searchFor(asked.matter));
  await visitor.get(at(`/thread/${asked.thread}`));
  const text = `${sentence(asked, isLater)}\n`;
  await sendForm(visitor, `/${kind}/${asked.message}`, { text, action: 'send' });
}

function replySteps({ matter }: Asked, text: string, button = 'Reply'): RawStep[] {
  return [
    ...searchSteps(matter),
    { click: { role: 'link', name: { contains: `for ${matter} I can offer` } } },
    { click: { role: 'link', name: button } },
    { fill: { label: 'Message', text } },
    { click: { role: 'button', name: 'Send' } },
    { wait: 'Your message was sent.' },
    { done: {} },
  ];
}
