import { nameOf } from '../lists/name-of.ts';
import { longDate } from '../parts/dates.ts';
import type { MailboxState } from '../state/mailbox-state.ts';
import type { Attachment, Draft, DraftKind, Message } from '../state/rows.ts';
import { quote } from './quote.ts';

/** The fields of a mail form; `files` are uploaded with it. */
export type Letter = Omit<Draft, 'id' | 'date'> & {
  readonly files: readonly Pick<Attachment, 'name' | 'type' | 'text'>[];
};

/** The initial values of a form. */
export function newLetter(state: MailboxState, fields: Partial<Letter> = {}): Letter {
  const signature = signatureOf(state);
  const text = signature && `\n\n-- \n${signature}`;
  const empty = { kind: 'new', parent: null, to: '', cc: '', bcc: '', subject: '', text } as const;
  return { ...empty, attached: [], files: [], ...fields };
}

export function replyTo(state: MailboxState, parent: Message, kind: DraftKind): Letter {
  const me = state.world.person.email;
  const subject = `${kind === 'forward' ? 'Fwd' : 'Re'}: ${bareSubject(parent.subject)}`;
  const { text: signature } = newLetter(state);
  const mine = { kind, parent: parent.id, subject };
  if (kind === 'forward')
    return newLetter(state, {
      ...mine,
      text: `${signature}\n\n${forwarded(state, parent)}`,
      attached: attachmentsOf(state, parent.id).map(({ id }) => id),
    });
  const sender = parent.from === me ? parent.to : [parent.from];
  const others = [...parent.to, ...parent.cc].filter((email) => email !== me && !sender.includes(email));
  return newLetter(state, {
    ...mine,
    to: sender.join(', '),
    cc: kind === 'reply-all' ? [...new Set(others)].join(', ') : '',
    text: `${signature}\n\n${quote(nameOf(state, parent.from, parent.fromName), parent)}`,
  });
}

export function letterOf({ id: _, date, ...fields }: Draft): Letter {
  return { ...fields, files: [] };
}

/** The subject without the prefixes of replies and forwards. */
export const bareSubject = (subject: string) => subject.replace(/^((re|fwd?):\s*)+/i, '');

export function attachmentsOf({ store }: MailboxState, message: string): readonly Attachment[] {
  return store.all('attachments').filter((each) => each.message === message);
}

function forwarded(state: MailboxState, { from, fromName, to, date, subject, text }: Message): string {
  return `---------- Forwarded message ----------
From: ${nameOf(state, from, fromName)} <${from}>
Date: ${longDate(date)}
Subject: ${subject}
To: ${to.join(', ')}

${text}`;
}

function signatureOf({ store }: MailboxState): string {
  const chosen = store.get('settings', 'settings')?.signature ?? '';
  return store.get('signatures', chosen)?.text ?? '';
}
