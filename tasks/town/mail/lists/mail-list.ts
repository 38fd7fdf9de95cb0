import type { MailboxState } from '../state/mailbox-state.ts';
import { type Conversation, conversations } from './conversation.ts';

/** A list that the menu links to. */
export type MailList = {
  readonly title: string;
  readonly path: string;
  readonly found: readonly Conversation[];
};

export function folderList(state: MailboxState, id: string): MailList | undefined {
  const folder = state.store.get('folders', id);
  if (!folder) return undefined;
  const found = conversations(state).filter((each) => isIn(state, each, id));
  return { title: folder.name, path: `/folder/${id}`, found };
}

export function labelList(state: MailboxState, id: string): MailList | undefined {
  const label = state.store.get('labels', id);
  if (!label) return undefined;
  const found = conversations(state).filter(
    ({ thread }) => thread.labels.includes(id) && !isHidden(thread.folder),
  );
  return { title: `Label: ${label.name}`, path: `/label/${id}`, found };
}

export function starredList(state: MailboxState): MailList {
  const found = conversations(state).filter(({ thread }) => thread.starred && !isHidden(thread.folder));
  return { title: 'Starred', path: '/starred', found };
}

/** Sent mail is in the thread that it answers, and is also listed here. */
function isIn({ world }: MailboxState, { thread, messages }: Conversation, folder: string): boolean {
  if (folder !== 'sent') return thread.folder === folder;
  return !isHidden(thread.folder) && messages.some(({ from }) => from === world.person.email);
}

/** Folders that lists leave out unless they are requested. */
export const isHidden = (folder: string) => folder === 'trash' || folder === 'spam';
