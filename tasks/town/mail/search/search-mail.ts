import { isUnread } from '../deeds/mark-read.ts';
import { type Conversation, conversations } from '../lists/conversation.ts';
import { isHidden } from '../lists/mail-list.ts';
import { nameOf } from '../lists/name-of.ts';
import type { MailboxState } from '../state/mailbox-state.ts';
import type { Message } from '../state/rows.ts';
import type { Operator, Term } from './parse-query.ts';

/** A conversation matches if one of its messages meets all terms. Spam and trash are searched only with `in:`. */
export function searchMail(state: MailboxState, terms: readonly Term[]): readonly Conversation[] {
  const asksFolder = terms.some(({ operator }) => operator === 'in');
  const attached = new Set(state.store.all('attachments').map(({ message }) => message));
  return conversations(state).filter((conversation) => {
    if (!asksFolder && isHidden(conversation.thread.folder)) return false;
    return conversation.messages.some((message) =>
      terms.every((term) => meetsTerm({ state, conversation, message, attached }, term)),
    );
  });
}

type Candidate = {
  state: MailboxState;
  conversation: Conversation;
  message: Message;
  attached: ReadonlySet<string>;
};

function meetsTerm(candidate: Candidate, { operator, value, not }: Term): boolean {
  return conditions[operator](candidate, value) !== not;
}

const conditions: Record<Operator, (candidate: Candidate, value: string) => boolean> = {
  from: ({ state, message }, value) => senderOf(state, message).includes(value),
  to: ({ state, message }, value) => recipientsOf(state, message).includes(value),
  subject: ({ message }, value) => message.subject.toLowerCase().includes(value),
  words: ({ state, message }, value) =>
    [message.subject, message.text, senderOf(state, message), recipientsOf(state, message)]
      .join('\n')
      .toLowerCase()
      .includes(value),
  has: ({ message, attached }) => attached.has(message.id),
  before: ({ message }, value) => message.date.slice(0, 10) < value,
  after: ({ message }, value) => message.date.slice(0, 10) >= value,
  in: ({ state, conversation, message }, value) => {
    const { id = '' } = named(state, 'folders', value) ?? {};
    const isSent = id === 'sent' && message.from === state.world.person.email;
    return isSent || (id !== '' && conversation.thread.folder === id);
  },
  label: ({ state, conversation }, value) => {
    const { id = '' } = named(state, 'labels', value) ?? {};
    return id !== '' && conversation.thread.labels.includes(id);
  },
  is: ({ state, conversation, message }, value) =>
    value === 'starred' ? conversation.thread.starred : isUnread(state, message) === (value === 'unread'),
};

const senderOf = (state: MailboxState, { from, fromName }: Message) =>
  `${nameOf(state, from, fromName)} ${fromName} ${from}`.toLowerCase();

const recipientsOf = (state: MailboxState, { to, cc, bcc }: Message) =>
  [...to, ...cc, ...bcc].map((email) => `${nameOf(state, email)} ${email}`.toLowerCase()).join(' ');

function named({ store }: MailboxState, table: 'folders' | 'labels', name: string) {
  return store.all(table).find((each) => each.name.toLowerCase() === name || each.id === name);
}
