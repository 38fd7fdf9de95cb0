import { html } from 'hono/html';
import { backOf } from '../../site/exchange.ts';
import type { Exchange } from '../parts/exchange.ts';
import { notificationList } from '../parts/notification-list.ts';
import type { Page } from './page.ts';

/** The actions of others; they count as read only after a button is pressed. */
export const notificationsPage: Page = (site) => {
  site.get('/notifications', show);
  site.post('/notifications/read', ({ track, lead }) => {
    for (const { id } of track.store.all('notifications'))
      track.store.change('notifications', id, { read: true });
    return lead('/notifications', 'notifications-read');
  });
  site.post('/notifications/:id', (exchange) => {
    const { track, said, parameter, lead } = exchange;
    const notification = track.store.get('notifications', parameter('id'));
    if (!notification) return undefined;
    track.store.change('notifications', notification.id, { read: said('read') === 'yes' });
    return lead(backOf(exchange, '/notifications'), 'notification-changed');
  });
};

function show(exchange: Exchange) {
  const { track, url } = exchange;
  const isUnreadOnly = url.searchParams.get('show') === 'unread';
  const all = track.store.all('notifications');
  const unread = all.filter(({ read }) => !read);
  const shown = isUnreadOnly ? unread : all;
  const tab = (path: string, name: string, isHere: boolean) =>
    html`<li><a href="${path}"${isHere ? html` aria-current="page"` : ''}>${name}</a></li>`;
  return exchange.show(
    'Notifications',
    html`<div class="heading"><h1>Notifications</h1>${
      unread.length > 0
        ? html`<form method="post" action="/notifications/read"><button type="submit">Mark all as read</button></form>`
        : ''
    }</div>
<nav class="tabs" aria-label="Notifications"><ul>${tab('/notifications', `All ${all.length}`, !isUnreadOnly)}${tab('/notifications?show=unread', `Unread ${unread.length}`, isUnreadOnly)}</ul></nav>
${shown.length > 0 ? notificationList(exchange, shown) : html`<p class="empty">You have read everything.</p>`}`,
  );
}
