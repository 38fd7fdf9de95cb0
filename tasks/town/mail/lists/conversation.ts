import { isUnread } from '../deeds/mark-read.ts';
import type { MailboxState } from '../state/mailbox-state.ts';
import type { Message, Thread } from '../state/rows.ts';

/** A thread for a list: its messages, oldest first, and the unread ones. */
export type Conversation = {
  readonly thread: Thread;
  readonly messages: readonly Message[];
  readonly latest: Message;
  readonly unread: boolean;
};

/** All threads, newest first. A thread always has a message. */
export function conversations(state: MailboxState): readonly Conversation[] {
  const { store } = state;
  const byThread = Map.groupBy(store.all('messages'), ({ thread }) => thread);
  return store
    .all('threads')
    .flatMap((thread) => {
      const messages = (byThread.get(thread.id) ?? []).toSorted(byDate);
      const latest = messages.at(-1);
      return latest
        ? [{ thread, messages, latest, unread: messages.some((each) => isUnread(state, each)) }]
        : [];
    })
    .toReversed() // at the same time, the row added last comes first
    .sort((one, other) => byDate(other.latest, one.latest));
}

export const byDate = (one: { date: string }, other: { date: string }) =>
  one.date < other.date ? -1 : one.date > other.date ? 1 : 0;
