import type { MailboxState } from '../state/mailbox-state.ts';
import type { Message } from '../state/rows.ts';

/** Mail from the person itself is never unread. */
export function isUnread({ world, store }: MailboxState, { id, from }: Message): boolean {
  return from !== world.person.email && !store.get('reads', id);
}

export function markRead(state: MailboxState, threads: readonly string[]): void {
  for (const message of messagesOf(state, threads))
    if (isUnread(state, message)) state.store.add('reads', { id: message.id });
}

export function markUnread(state: MailboxState, threads: readonly string[]): void {
  for (const { id } of messagesOf(state, threads)) state.store.remove('reads', id);
}

function messagesOf({ store }: MailboxState, threads: readonly string[]): readonly Message[] {
  return store.all('messages').filter(({ thread }) => threads.includes(thread));
}
