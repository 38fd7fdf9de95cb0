import type { MailboxState } from '../state/mailbox-state.ts';

/** Deletes threads permanently, with their rows in other tables. Returns the number of threads. */
export function deleteThreads({ store }: MailboxState, ids: readonly string[]): number {
  const gone = new Set(ids.filter((id) => store.get('threads', id)));
  const messages = new Set(
    store
      .all('messages')
      .filter(({ thread }) => gone.has(thread))
      .map(({ id }) => id),
  );
  for (const { id, message } of store.all('attachments'))
    if (messages.has(message)) store.remove('attachments', id);
  for (const id of messages) {
    store.remove('messages', id);
    store.remove('reads', id);
  }
  for (const id of gone) store.remove('threads', id);
  return gone.size;
}
