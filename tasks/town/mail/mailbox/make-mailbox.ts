import type { World } from '../../../../harness/web/host-handler.ts';
import { rowId } from '../../state/row-id.ts';
import { quote } from '../deeds/quote.ts';
import type { Attachment, Contact, Filter, Message, Read, Signature, Thread } from '../state/rows.ts';
import { castOf } from './cast.ts';
import { contactsOf } from './contacts-of.ts';
import { filters, folders, labels } from './furniture.ts';
import type { Line, Setting, Story } from './scene.ts';
import { scenes } from './scenes/index.ts';

/** The initial mailbox, determined by the seed and the world. */
export function makeMailbox(world: World) {
  const { seed, person: me } = world;
  const cast = castOf(world);
  const rows = {
    threads: [] as Thread[],
    messages: [] as Message[],
    reads: [] as Read[],
    attachments: [] as Attachment[],
  };
  for (const { id, stories } of scenes) {
    const setting: Setting = { world, me, cast, random: world.random(`mail: ${id}`) };
    for (const story of stories(setting)) addStory(story, rowId(seed, 'threads', id, story.key));
  }
  const signatures: Signature[] = [
    { id: rowId(seed, 'signatures', 'short'), name: 'Short', text: me.name.split(' ')[0] ?? me.name },
    {
      id: rowId(seed, 'signatures', 'formal'),
      name: 'Formal',
      text: `Kind regards\n${me.name}\n${me.street}, ${me.city}`,
    },
  ];
  return {
    folders,
    labels,
    ...rows,
    drafts: [draftOf(world)],
    contacts: contactsOf(world, cast) satisfies readonly Contact[],
    filters: filters(seed) satisfies readonly Filter[],
    signatures,
    settings: [{ id: 'settings', displayName: me.name, pageSize: 25, signature: signatures[0]?.id ?? '' }],
    vacation: [{ id: 'vacation', enabled: false, from: '', until: '', subject: 'I am away', text: '' }],
  };

  function addStory(
    { subject, folder, labels: carried, starred, unread, lines }: Story,
    thread: string,
  ): void {
    rows.threads.push({ id: thread, subject, folder, labels: carried, starred });
    let quoted: { line: Line; message: Message } | null = null;
    const first = rows.messages.length;
    for (const [index, line] of lines.entries()) {
      const id = rowId(seed, 'messages', thread, String(index));
      const isAnswer: boolean = quoted !== null && quoted.line.from.email !== line.from.email;
      const message: Message = {
        id,
        thread,
        date: line.at,
        from: line.from.email,
        fromName: line.from.name,
        to: line.to.map(({ email }) => email),
        cc: (line.cc ?? []).map(({ email }) => email),
        bcc: [],
        subject: isAnswer ? `Re: ${subject}` : subject,
        text:
          quoted && isAnswer
            ? `${line.text}\n\n${quote(quoted.line.from.name, { date: quoted.line.at, text: quoted.line.text })}`
            : line.text,
        inReplyTo: quoted?.message.id ?? null,
      };
      rows.messages.push(message);
      for (const { name, type, text } of line.files ?? [])
        rows.attachments.push({ id: rowId(seed, 'attachments', id, name), message: id, name, type, text });
      quoted = { line, message };
    }
    const fresh = rows.messages.slice(first);
    const unreadId = unread ? fresh.at(-1)?.id : undefined;
    for (const { id, from } of fresh) if (from !== me.email && id !== unreadId) rows.reads.push({ id });
  }
}

function draftOf(world: World) {
  const friend = world.random('mail: draft').pick(castOf(world).friends);
  return {
    id: 'new-1',
    kind: 'new' as const,
    parent: null,
    to: friend.email,
    cc: '',
    bcc: '',
    subject: 'The photographs',
    text: `Dear ${friend.name.split(' ')[0]},\n\nI am still looking for the photographs of `,
    attached: [],
    date: '2031-03-09T18:20:00Z',
  };
}
