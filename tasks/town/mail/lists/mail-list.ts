import type { MailboxState } from '../state/mailbox-state.ts';
import { type Conversation, conversations } from './conversation.ts';

/** One of the lists that the menu leads to. */
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

/** What is sent lies with what it answers, and is listed besides. */
function isIn({ world }: MailboxState, { thread, messages }: Conversation, folder: string): boolean {
  if (folder !== 'sent') return thread.folder === folder;
  return !isHidden(thread.folder) && messages.some(({ from }) => from === world.person.email);
}

/** What lists leave out unless one asks for the folder. */
export const isHidden = (folder: string) => folder === 'trash' || folder === 'spam';
