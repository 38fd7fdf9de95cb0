import { html } from 'hono/html';
import { addressWith } from '../../site/address-with.ts';

/** The notices that a page can show about the last action, by the word in its address. */
const notices = {
  created: 'The issue was created.',
  saved: 'The issue was saved.',
  'not-changed': 'Nothing was to be changed.',
  commented: 'Your comment was added.',
  'comment-saved': 'Your comment was saved.',
  'comment-deleted': 'Your comment was deleted.',
  closed: 'The issue was closed.',
  reopened: 'The issue is open again.',
  duplicate: 'The issue was closed as a duplicate.',
  linked: 'The link was added.',
  unlinked: 'The link was removed.',
  watched: 'You watch this issue now.',
  unwatched: 'You do not watch this issue any more.',
  moved: 'The issue was moved.',
  'card-moved': 'The card was moved.',
  'issues-changed': 'The selected issues were changed.',
  'nothing-chosen': 'No issue was selected.',
  'label-saved': 'The label was saved.',
  'label-deleted': 'The label was deleted.',
  'labels-merged': 'The labels were merged.',
  'milestone-saved': 'The milestone was saved.',
  'filter-saved': 'The filter was saved.',
  'filter-deleted': 'The filter was deleted.',
  'settings-saved': 'Your settings were saved.',
  'notifications-read': 'The notifications were marked as read.',
  'notification-changed': 'The notification was marked.',
} as const;

export type Notice = keyof typeof notices;

const isNotice = (word: string): word is Notice => Object.hasOwn(notices, word);

export function noticeBar(url: URL) {
  const word = url.searchParams.get('notice') ?? '';
  return isNotice(word) ? html`<p class="notice" role="status">${notices[word]}</p>` : '';
}

/** The query fields that belong to one action and not to the page. */
export const saidOnce = ['notice'];

/** The page's address without the one-time fields. */
export const bare = (url: URL) => addressWith(url, {}, saidOnce);
