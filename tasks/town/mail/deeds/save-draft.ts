import type { MailboxState } from '../state/mailbox-state.ts';
import type { Letter } from './letter.ts';

/** A form that has already sent its mail saves nothing more. */
export function saveDraft(state: MailboxState, id: string, letter: Letter): void {
  const { world, store } = state;
  if (store.get('submissions', id)) return;
  const { attached, files, ...fields } = letter;
  for (const each of store.all('attachments'))
    if (each.message === id && !attached.includes(each.id)) store.remove('attachments', each.id);
  const kept = attached.filter((each) => store.get('attachments', each));
  const added = files.map((file) => addAttachment(state, id, file));
  const draft = { id, ...fields, attached: [...kept, ...added], date: world.now };
  if (store.get('drafts', id)) store.change('drafts', id, draft);
  else store.add('drafts', draft);
}

export function discardDraft({ store }: MailboxState, id: string): void {
  store.remove('drafts', id);
  for (const { id: attachment, message } of store.all('attachments'))
    if (message === id) store.remove('attachments', attachment);
}

/** Copies the named attachments of any message, and adds the files of the form. */
export function attach(state: MailboxState, message: string, { attached, files }: Letter): void {
  const named = attached.flatMap((id) => state.store.get('attachments', id) ?? []);
  for (const file of [...named, ...files]) addAttachment(state, message, file);
}

function addAttachment(
  state: MailboxState,
  message: string,
  { name, type, text }: Letter['files'][number],
): string {
  const id = state.newId('attachments', message, name, text);
  state.store.add('attachments', { id, message, name, type, text });
  return id;
}

/** The first unused form of a new mail: nothing was written in it or sent from it. */
export function nextDraftId({ store }: MailboxState): string {
  let number = 1;
  while (store.get('drafts', `new-${number}`) || store.get('submissions', `new-${number}`)) number++;
  return `new-${number}`;
}
