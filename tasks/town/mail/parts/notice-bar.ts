import { html } from 'hono/html';
import { addressWith } from '../../site/address-with.ts';
import type { MailboxState } from '../state/mailbox-state.ts';

/** The notices that a page can show about the last action, by the word in its address. */
const notices = {
  sent: 'Your message was sent.',
  'draft-saved': 'The draft was saved.',
  'draft-discarded': 'The draft was discarded.',
  'contact-saved': 'The contact was saved.',
  'contact-deleted': 'The contact was deleted.',
  'filter-saved': 'The filter was saved.',
  'filter-deleted': 'The filter was deleted.',
  'label-saved': 'The label was saved.',
  'label-deleted': 'The label was deleted.',
  'folder-saved': 'The folder was saved.',
  'folder-deleted': 'The folder was deleted. What lay in it is in the archive.',
  'signature-saved': 'The signature was saved.',
  'signature-deleted': 'The signature was deleted.',
  'settings-saved': 'Your settings were saved.',
  'vacation-saved': 'The vacation reply was saved.',
  'read-marks': 'The read marks were changed.',
  deleted: 'The conversations were deleted for good.',
  undone: 'Taken back.',
  'nothing-undone': 'There is nothing to take back any more.',
  'nothing-chosen': 'No conversation was selected.',
  'nothing-changed': 'Nothing was to be changed.',
} as const;

export type Notice = keyof typeof notices;

const isNotice = (word: string): word is Notice => Object.hasOwn(notices, word);

export function noticeBar({ state, url }: { state: MailboxState; url: URL }) {
  const word = url.searchParams.get('notice') ?? '';
  const undo = state.store.get('undo', url.searchParams.get('undo') ?? '');
  if (undo)
    return html`<div class="notice" role="status"><p>${undo.words}</p>
<form method="post" action="/undo"><input type="hidden" name="undo" value="${undo.id}"><input type="hidden" name="back" value="${bare(url)}">
<button type="submit">Undo</button></form></div>`;
  return isNotice(word) ? html`<div class="notice" role="status"><p>${notices[word]}</p></div>` : '';
}

/** The query fields that belong to one action and not to the page. */
export const saidOnce = ['notice', 'undo'];

/** The page's address without the one-time fields. */
export const bare = (url: URL) => addressWith(url, {}, saidOnce);
