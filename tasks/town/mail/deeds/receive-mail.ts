import type { WorldEvent } from '../../../../harness/web/host-handler.ts';
import type { MailboxState } from '../state/mailbox-state.ts';
import type { Message } from '../state/rows.ts';
import { readAddress } from './addresses.ts';
import { applyFilters } from './apply-filters.ts';
import { bareSubject } from './letter.ts';
import { addMessage } from './send-letter.ts';

/**
 * Receives `{ kind: 'mail', to, from, subject, text }` from another host of the town. Mail for other people
 * is ignored. A reply joins the thread that it answers. Filters apply, and then the vacation reply is sent.
 */
export function receiveMail(state: MailboxState, event: WorldEvent): void {
  const [to, from, subject, text] = ['to', 'from', 'subject', 'text'].map((field) => {
    const value = event[field];
    if (typeof value !== 'string')
      throw new TypeError(`a mail of the town says its ${field} as a string, not ${JSON.stringify(value)}`);
    return value;
  }) as [string, string, string, string]; // one for each of four names
  const { world } = state;
  const recipients = to.split(',').map((each) => readAddress(each).email);
  if (!recipients.includes(world.person.email)) return;
  const { name, email } = readAddress(from);
  const answers = /^re:/i.test(subject) ? threadOf(state, email, subject) : undefined;
  const message = addMessage(state, {
    thread: answers?.thread ?? null,
    from: email,
    fromName: name || email,
    to: recipients,
    cc: [],
    bcc: [],
    subject,
    text,
    inReplyTo: answers?.id ?? null,
  });
  applyFilters(state, message);
  answerOnVacation(state, message);
}

/** The latest message of the thread with this sender and subject. */
function threadOf({ world, store }: MailboxState, email: string, subject: string): Message | undefined {
  return store
    .all('messages')
    .findLast(
      (message) =>
        bareSubject(message.subject) === bareSubject(subject) &&
        [message.from, ...message.to, ...message.cc].includes(email) &&
        [message.from, ...message.to, ...message.cc].includes(world.person.email),
    );
}

function answerOnVacation(state: MailboxState, { id, thread, from }: Message): void {
  const { world, store } = state;
  const vacation = store.get('vacation', 'vacation');
  const today = world.now.slice(0, 10);
  if (!vacation?.enabled || store.get('answered', from) || from === world.person.email) return;
  if (today < vacation.from || (vacation.until !== '' && today > vacation.until)) return;
  store.add('answered', { id: from });
  addMessage(state, {
    thread,
    from: world.person.email,
    fromName: store.get('settings', 'settings')?.displayName ?? world.person.name,
    to: [from],
    cc: [],
    bcc: [],
    subject: vacation.subject,
    text: vacation.text,
    inReplyTo: id,
  });
}
