import type { MailboxState } from '../state/mailbox-state.ts';
import type { Letter } from './letter.ts';

/** A form that has sent its mail saves nothing more: what was typed is on its way. */
export function saveDraft(state: MailboxState, id: string, letter: Letter): void {
  const { world, store } = state;
  if (store.get('submissions', id)) return;
  const { attached, files, ...fields } = letter;
  const draft = { id, ...fields, date: world.now };
  if (store.get('drafts', id)) store.change('drafts', id, draft);
  else store.add('drafts', draft);
  attach(state, id, letter);
}

export function discardDraft({ store }: MailboxState, id: string): void {
  store.remove('drafts', id);
  for (const { id: attachment, message } of store.all('attachments'))
    if (message === id) store.remove('attachments', attachment);
}

/** Leaves what is named and is its own already, copies what is another message's, and drops the rest. */
export function attach(state: MailboxState, owner: string, { attached, files }: Letter): void {
  const { store } = state;
  const kept = attached.flatMap((id) => store.get('attachments', id) ?? []);
  for (const { id, message } of store.all('attachments'))
    if (message === owner && !attached.includes(id)) store.remove('attachments', id);
  for (const { message, name, type, text } of [...kept, ...files.map((file) => ({ message: '', ...file }))])
    if (message !== owner)
      store.add('attachments', {
        id: state.newId('attachments', owner, name, text),
        message: owner,
        name,
        type,
        text,
      });
}

/** The first form of a new mail that nothing was written in and nothing was sent from. */
export function nextDraftId({ store }: MailboxState): string {
  let number = 1;
  while (store.get('drafts', `new-${number}`) || store.get('submissions', `new-${number}`)) number++;
  return `new-${number}`;
}
