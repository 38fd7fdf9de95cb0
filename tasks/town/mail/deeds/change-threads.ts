import { rowId } from '../../state/row-id.ts';
import type { MailboxState } from '../state/mailbox-state.ts';
import type { Thread } from '../state/rows.ts';

/** Returns the id for undo; null if nothing changed. */
export type Undoable = string | null;

export function moveThreads(state: MailboxState, ids: readonly string[], folder: string): Undoable {
  const name = state.store.get('folders', folder)?.name ?? folder;
  return changeThreads(state, ids, `moved to ${name}`, () => ({ folder }));
}

export function starThreads(state: MailboxState, ids: readonly string[], starred: boolean): Undoable {
  return changeThreads(state, ids, starred ? 'starred' : 'no longer starred', () => ({ starred }));
}

export function labelThreads(state: MailboxState, ids: readonly string[], label: string): Undoable {
  const name = state.store.get('labels', label)?.name ?? label;
  return changeThreads(state, ids, `labelled ${name}`, ({ labels }) => ({
    labels: labels.includes(label) ? labels : [...labels, label].sort(),
  }));
}

export function unlabelThreads(state: MailboxState, ids: readonly string[], label: string): Undoable {
  const name = state.store.get('labels', label)?.name ?? label;
  return changeThreads(state, ids, `without the label ${name}`, ({ labels }) => ({
    labels: labels.filter((each) => each !== label),
  }));
}

/** Restores the previous threads; threads deleted since then stay deleted. False if there is nothing to undo. */
export function undo({ store }: MailboxState, id: string): boolean {
  const entry = store.get('undo', id);
  if (!entry) return false;
  for (const { id: thread, folder, labels, starred } of entry.before)
    if (store.get('threads', thread)) store.change('threads', thread, { folder, labels, starred });
  store.remove('undo', id);
  return true;
}

function changeThreads(
  { world, store }: MailboxState,
  ids: readonly string[],
  what: string,
  change: (thread: Thread) => Partial<Thread>,
): Undoable {
  const before = [...new Set(ids)].flatMap((id) => store.get('threads', id) ?? []);
  for (const thread of before) store.change('threads', thread.id, change(thread));
  const changed = before.filter((thread) => store.get('threads', thread.id) !== thread);
  if (changed.length === 0) return null;
  const id = rowId(world.seed, 'undo', what, JSON.stringify(changed));
  const words = `${changed.length === 1 ? '1 conversation' : `${changed.length} conversations`} ${what}.`;
  store.remove('undo', id);
  store.add('undo', { id, words, before: changed });
  return id;
}
