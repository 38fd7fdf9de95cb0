import type { MailboxState } from '../state/mailbox-state.ts';
import type { Filter, Message } from '../state/rows.ts';
import { isUnread } from './mark-read.ts';

/** Applies every active filter that matches the mail. If several filters name a folder, the first one wins. */
export function applyFilters(state: MailboxState, message: Message): void {
  const met = state.store.all('filters').filter((filter) => filter.enabled && meets(filter, message));
  for (const filter of met.toReversed()) applyFilter(state, filter, message);
}

/** Applies a filter to existing mail. Returns the number of matching threads. */
export function applyToAll(state: MailboxState, filter: Filter): number {
  const found = state.store.all('messages').filter((message) => meets(filter, message));
  const inPlace = found.filter(({ thread }) => {
    const folder = state.store.get('threads', thread)?.folder ?? 'trash';
    return folder !== 'trash' && folder !== 'spam';
  });
  for (const message of inPlace) applyFilter(state, filter, message);
  return new Set(inPlace.map(({ thread }) => thread)).size;
}

function meets({ from, to, subject, words }: Filter, message: Message): boolean {
  return (
    has(`${message.fromName} ${message.from}`, from) &&
    has([...message.to, ...message.cc].join(' '), to) &&
    has(message.subject, subject) &&
    has(`${message.subject}\n${message.text}`, words)
  );
}

function applyFilter(state: MailboxState, filter: Filter, message: Message): void {
  const { store } = state;
  const thread = store.get('threads', message.thread);
  if (!thread) return;
  const { label } = filter;
  store.change('threads', thread.id, {
    folder: filter.folder || thread.folder,
    labels: label && !thread.labels.includes(label) ? [...thread.labels, label].sort() : thread.labels,
    starred: thread.starred || filter.star,
  });
  if (filter.markRead && isUnread(state, message)) store.add('reads', { id: message.id });
}

const has = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase());
