import { html } from 'hono/html';
import { momentWords } from '../../site/dates.ts';
import type { Notification } from '../state/rows.ts';
import type { Visit } from './frame.ts';
import { issueLink } from './issue-words.ts';
import { bare } from './notice-bar.ts';
import { personLink } from './people.ts';

const words = {
  assigned: 'gave you',
  mentioned: 'mentioned you on',
  commented: 'wrote on',
} as const satisfies Record<Notification['kind'], string>;

export function notificationList({ track, url }: Visit, notifications: readonly Notification[]) {
  return html`<ul class="notifications">${notifications.map(({ id, kind, issue: about, actor, at, read }) => {
    const issue = track.store.get('issues', about);
    return html`<li${read ? '' : html` class="unread"`}><div>${read ? '' : html`<span class="new">New</span> `}${personLink(track, actor)} ${words[kind]} ${
      issue ? issueLink(issue) : 'an issue that is gone'
    } <time datetime="${at}">${momentWords(at)}</time></div>
<form method="post" action="/notifications/${id}"><input type="hidden" name="read" value="${read ? 'no' : 'yes'}"><input type="hidden" name="back" value="${bare(url)}">
<button type="submit" aria-label="Mark as ${read ? 'unread' : 'read'}: ${issue?.key}, ${words[kind]}, ${momentWords(at)}">Mark as ${read ? 'unread' : 'read'}</button></form></li>`;
  })}</ul>`;
}
