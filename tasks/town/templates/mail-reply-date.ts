import type { RawStep, Visitor } from '../../../harness/task/templates/template.ts';
import { quote } from '../mail/deeds/quote.ts';
import {
  at,
  besides,
  defineMailTemplate,
  escaped,
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

/** A letter that asks to choose a day, and the reply. */
type Asked = {
  thread: string;
  message: string;
  name: string;
  email: string;
  matter: string;
  days: string[];
  /** The quoted letter. */
  quoted: string;
};

export const template = defineMailTemplate({
  id: 'mail-reply-date',
  title: 'Reply to one person alone which of the offered days suits',
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
        quoted: quote(
          mailbox.contacts.find((each) => each.email === latest.from)?.name ?? latest.fromName,
          latest,
        ),
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
    `${right.name} has asked which of two days suits me for ${right.matter}. Reply to that letter, to ${firstName(right.name)} alone, that the ${isLater ? 'later' : 'earlier'} day suits me. Write one sentence and nothing else: “Monday 3 March suits me.”, with the right day in place of this one, written as in the letter. My signature and the quoted letter below it may stay or go.`,
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
          text: { pattern: onlySaying(sentence(right, isLater), firstName(me.name), right.quoted) },
        },
      },
    ],
    ignoreAdded: besides,
  }),
  solve: (visitor, { right, isLater }) => reply(visitor, right, sentence(right, isLater)),
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
      solve: (visitor) => reply(visitor, other, sentence(other, isLater)),
      walkthrough: replySteps(other, sentence(other, isLater)),
      names: right.thread,
    },
    {
      kind: 'wrong_target',
      solve: (visitor) => reply(visitor, right, sentence(right, isLater), 'reply-all'),
      walkthrough: replySteps(right, sentence(right, isLater), 'Reply all'),
      names: right.email,
    },
    {
      kind: 'one_more',
      solve: (visitor) => reply(visitor, right, misquoted(right, isLater)),
      walkthrough: replySteps(right, misquoted(right, isLater)),
      names: right.thread,
    },
    {
      kind: 'one_more',
      solve: async (visitor) => {
        await reply(visitor, right, sentence(right, isLater));
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

/** The user's own words, formatted as a quotation. */
const misquoted = (asked: Asked, isLater: boolean) =>
  `${sentence(asked, isLater)}\n\n${asked.quoted}\n> I shall bring all my friends.`;

const sentence = ({ days }: Asked, isLater: boolean) => `${days[isLater ? 1 : 0]} suits me.`;

/** The sentence alone; the signature and quotation, or a part of them, may be above and below it. */
function onlySaying(words: string, signature: string, quoted: string): string {
  const gap = '[^\\S\\n]';
  const spaced = (line: string) => escaped(line.trim()).replace(/ +/g, `${gap}+`);
  const [head = '', ...letter] = quoted.split('\n').map((line) => spaced(line.replace(/^> ?/, '')));
  const may = (before: string, line: string) => (line === '' ? '' : `(?:${before}${line})?`);
  const signed = may('\\s*', '--') + may('\\s*', spaced(signature));
  // Each line once and in order, because patterns with a bounded check time cannot repeat a group.
  const rest = `${signed}${may('\\s*', head)}${letter.map((line) => may(`[>\\s]*>${gap}*`, line)).join('')}${signed}`;
  const own = spaced(words).replace(
    /(?<!\\)[A-Za-z]/g,
    (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`,
  );
  return `^${rest}[>\\s]*${own}${rest}[>\\s]*$`;
}

async function reply(visitor: Visitor, asked: Asked, said: string, kind = 'reply'): Promise<undefined> {
  await visitor.get(searchFor(asked.matter));
  await visitor.get(at(`/thread/${asked.thread}`));
  await sendForm(visitor, `/${kind}/${asked.message}`, { text: `${said}\n`, action: 'send' });
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
