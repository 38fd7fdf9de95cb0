import {
  type DrawnFrom,
  defineTemplate,
  type PlayedMiss,
  type RawStep,
  type Template,
  type Visitor,
} from '../../../../harness/task/templates/template.ts';
import type { Random } from '../../../../harness/web/host-handler.ts';
import type { Attachment, Contact, Message, Thread } from '../../mail/state/rows.ts';

export const mailHost = 'mail.town.test';

/** Rows that reading and typing also add. */
export const besides = ['reads', 'drafts'];

/** The unfinished letter in every mailbox. */
const begun = 'new-1';

/** A template whose clause ignores added drafts. A right solution that deletes or changes the unfinished letter is a near miss. */
export function defineMailTemplate<Drawn>(template: Template<Drawn>) {
  const { sites, startPath = '/', solve, walkthroughs } = template;
  const lost = (drawn: Drawn, action: string, press: string, wait: string, names: string): PlayedMiss => ({
    kind: 'one_more',
    solve: async (visitor) => {
      await sendForm(visitor, `/drafts/${begun}`, { action, text: 'I resign.' });
      return solve(visitor, drawn);
    },
    walkthrough: [
      { open: at(`/drafts/${begun}`) },
      { fill: { label: 'Message', text: 'I resign.' } },
      { click: { role: 'button', name: press } },
      { wait },
      { open: `https://${sites[0]}${startPath}` },
      ...(walkthroughs(drawn)[0] ?? []),
    ],
    names: `drafts ${begun} ${names}`,
  });
  return defineTemplate<Drawn>({
    ...template,
    nearMisses: (drawn) => [
      ...template.nearMisses(drawn),
      lost(drawn, 'discard', 'Discard', 'The draft was discarded.', 'removed'),
      lost(drawn, 'save', 'Save draft', 'The draft was saved.', 'changed'),
    ],
  });
}

/** Texts that are typed by hand. */
export function textsOf<Name extends string>(texts: Readonly<Record<Name, string>>) {
  const wanted = Object.entries<string>(texts).map(([name, text]) => [name, { text }] as const);
  // `Object.fromEntries` loses the field names in its type.
  return Object.fromEntries(wanted) as Record<Name, { text: string }>;
}

export const at = (path: string) => `https://${mailHost}${path}`;

export const searchFor = (words: string) => at(`/search?${new URLSearchParams({ q: words })}`);

/** Types words into the search field, which is on every page. */
export const searchSteps = (words: string): readonly RawStep[] => [
  { fill: { label: 'Search mail', text: words } },
  { press: 'Enter' },
  { wait: 'Search results' },
];

export type Mailbox = {
  threads: readonly Thread[];
  messages: readonly Message[];
  attachments: readonly Attachment[];
  contacts: readonly Contact[];
  /** Oldest first. */
  inThread(thread: string): readonly Message[];
};

export function mailboxOf(world: DrawnFrom): Mailbox {
  const messages = world.rows<Message>(mailHost, 'messages');
  const byThread = Map.groupBy(messages, ({ thread }) => thread);
  return {
    threads: world.rows<Thread>(mailHost, 'threads'),
    messages,
    attachments: world.rows<Attachment>(mailHost, 'attachments'),
    contacts: world.rows<Contact>(mailHost, 'contacts'),
    inThread: (thread) => (byThread.get(thread) ?? []).toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  };
}

/** A conversation with its last mail. */
export type Talk = {
  id: string;
  subject: string;
  folder: string;
  starred: boolean;
  latest: Message;
  first: Message;
  count: number;
};

/** The matching conversations, newest first, as in lists. */
export function talksOf(mailbox: Mailbox, fits: (talk: Talk) => boolean): readonly Talk[] {
  return mailbox.threads
    .flatMap(({ id, subject, folder, starred }) => {
      const messages = mailbox.inThread(id);
      const [first, latest] = [messages[0], messages.at(-1)];
      return first && latest ? [{ id, subject, folder, starred, first, latest, count: messages.length }] : [];
    })
    .filter(fits)
    .toSorted((a, b) => (a.latest.date > b.latest.date ? -1 : 1));
}

export type Home = { street: string; postcode: string; city: string };

/** The senders of new addresses; `first` is the address in the first letter, `home` the final one. */
export type Move = { thread: string; contact: Contact; home: Home; first: Home; isMended: boolean };

/** Newest first. */
export function movesOf(world: DrawnFrom): readonly Move[] {
  const mailbox = mailboxOf(world);
  return talksOf(mailbox, ({ subject }) => subject === 'Our new address').map(
    ({ id, first, latest, count }) => {
      const contact = mailbox.contacts.find(({ email }) => email === first.from);
      if (!contact) throw new Error(`${first.from} is not a contact`);
      const number = groupIn(first.text, /live here:\n\n(\d+) /);
      const street = groupIn(first.text, /live here:\n\n\d+ (.*)\n/);
      const place = {
        postcode: groupIn(first.text, /\n(\d{5}) /),
        city: groupIn(first.text, /\n\d{5} (.*)\n/),
      };
      const right = count > 1 ? groupIn(latest.text, /house is (\d+) and/) : number;
      return {
        thread: id,
        contact,
        home: { street: `${right} ${street}`, ...place },
        first: { street: `${number} ${street}`, ...place },
        isMended: count > 1,
      };
    },
  );
}

/** Throws if there is none: a world without room for the template. */
export function pickOf<T>(random: Random, list: readonly T[], what: string): T {
  if (list.length === 0) throw new Error(`the mailbox has no ${what}`);
  return random.pick(list);
}

export const firstName = (name: string) => name.split(' ')[0] ?? name;

/** The first group of a pattern in a text. Throws if the pattern does not match. */
export function groupIn(text: string, pattern: RegExp): string {
  const [, group] = pattern.exec(text) ?? [];
  if (group === undefined) throw new Error(`no ${pattern} in: ${text.slice(0, 200)}`);
  return group;
}

/** The fields that the form of a page would send unchanged, and its address. */
function formOf(html: string, at: RegExp): { action: string; fields: Record<string, string | string[]> } {
  const [form = '', action = ''] =
    [...html.matchAll(/<form\b[^>]*\baction="([^"]*)"[^>]*>[\s\S]*?<\/form>/g)].find(([, to = '']) =>
      at.test(to),
    ) ?? [];
  if (form === '') throw new Error(`the page has no form ${at}`);
  const fields: Record<string, string | string[]> = {};
  for (const [input] of form.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(input, 'name');
    const type = attribute(input, 'type');
    if (name === '' || type === 'file' || (type === 'checkbox' && !/\schecked\b/.test(input))) continue;
    fields[name] = attribute(input, 'value');
  }
  for (const [, name = '', text = ''] of form.matchAll(
    /<textarea\b[^>]*\bname="([^"]*)"[^>]*>\n?([\s\S]*?)<\/textarea>/g,
  ))
    fields[name] = plain(text);
  return { action, fields };
}

/** Fills and sends the form of the page at an address. */
export async function sendForm(
  visitor: Visitor,
  path: string,
  { action, ...said }: Record<string, string> & { action?: string },
): Promise<void> {
  const page = await visitor.get(at(path));
  const form = formOf(page.text, action === undefined ? /^\/(contacts|settings)\b/ : /^\/drafts\//);
  const pressed = action === undefined ? {} : { action };
  await visitor.post(at(form.action), { ...form.fields, ...said, ...pressed });
}

/** One extra change, used by several near misses. */
export async function starBesides(visitor: Visitor, thread: string): Promise<void> {
  await visitor.get(at('/folder/inbox'));
  await visitor.post(at('/bulk'), { star: thread, back: '/folder/inbox' });
}

/** The text, escaped for a pattern. */
export const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const attribute = (tag: string, name: string) =>
  plain(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

function plain(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
