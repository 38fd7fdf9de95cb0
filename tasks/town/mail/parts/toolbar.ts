import { html } from 'hono/html';
import { options } from '../../site/field-parts.ts';
import type { MailboxState } from '../state/mailbox-state.ts';

/** The actions for conversations, by their folder; `''` for a list of several folders. */
export function toolbar({ store }: MailboxState, folder: string) {
  const folders = store.all('folders').filter(({ id }) => id !== 'sent' && id !== folder);
  const labels = store.all('labels');
  return html`<div class="toolbar" role="group" aria-label="With the selected conversations">
<label class="check select-all" hidden><input type="checkbox" data-select-all> All</label>
${buttons(folder)}
${action('read', 'Mark read')}${action('unread', 'Mark unread')}
<span class="pair"><label class="unseen" for="folder">Folder</label><select id="folder" name="folder"><option value="">Move to…</option>${options(
    '',
    folders.map(({ id, name }) => ({ value: id, name })),
  )}</select>${action('move', 'Move')}</span>
${
  labels.length === 0
    ? ''
    : html`<span class="pair"><label class="unseen" for="label">Label</label><select id="label" name="label"><option value="">Label…</option>${options(
        '',
        labels.map(({ id, name }) => ({ value: id, name })),
      )}</select>${action('label', 'Add label')}${action('unlabel', 'Remove label')}</span>`
}</div>`;
}

function buttons(folder: string) {
  if (folder === 'trash') return [action('inbox', 'Restore'), action('delete', 'Delete forever')];
  if (folder === 'spam') return [action('inbox', 'Not spam'), action('delete', 'Delete forever')];
  const first = folder === 'archive' ? action('inbox', 'Move to inbox') : action('archive', 'Archive');
  return [first, action('trash', 'Trash'), action('spam', 'Spam')];
}

const action = (value: string, name: string) =>
  html`<button type="submit" name="action" value="${value}">${name}</button>`;
