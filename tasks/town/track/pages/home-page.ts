import { html } from 'hono/html';
import { dayWords } from '../../site/dates.ts';
import { activity } from '../lists/activity.ts';
import { findIssues } from '../lists/find-issues.ts';
import { pathOf } from '../lists/queries.ts';
import { activityList } from '../parts/activity-list.ts';
import type { Exchange } from '../parts/exchange.ts';
import { issueTable } from '../parts/issue-table.ts';
import { notificationList } from '../parts/notification-list.ts';
import { emptyQuery } from '../state/empty-query.ts';
import type { Page } from './page.ts';

const starts: Readonly<Record<string, string>> = {
  home: '/home',
  mine: '/issues?assignee=me',
  notifications: '/notifications',
};

/** The user's issues, and recent activity. */
export const homePage: Page = (site) => {
  site.get('/', ({ track, lead }) =>
    lead(starts[track.store.get('settings', 'settings')?.start ?? 'home'] ?? '/home'),
  );
  site.get('/home', show);
};

function show(exchange: Exchange) {
  const { track } = exchange;
  const { store, world } = track;
  const query = { ...emptyQuery, assignee: 'me', sort: 'priority' };
  const mine = findIssues(track, query);
  const unread = store.all('notifications').filter(({ read }) => !read);
  const today = world.now.slice(0, 10);
  const due = store
    .all('milestones')
    .filter((each) => !each.closed && each.due !== null)
    .toSorted((one, other) => ((one.due ?? '') < (other.due ?? '') ? -1 : 1));
  return exchange.show(
    'Home',
    html`<h1>Home</h1>
<section aria-labelledby="mine"><h2 id="mine">Assigned to you</h2>
${mine.length > 0 ? issueTable(track, mine.slice(0, 8), 'Assigned to you') : html`<p class="empty">Nothing is assigned to you.</p>`}
<p><a href="${pathOf(query)}">All ${mine.length} of them</a></p></section>
<div class="halves">
<section aria-labelledby="unread"><h2 id="unread">Unread notifications</h2>
${unread.length > 0 ? notificationList(exchange, unread.slice(0, 5)) : html`<p class="empty">You have read everything.</p>`}
<p><a href="/notifications">All notifications</a></p></section>
<section aria-labelledby="due"><h2 id="due">Milestones by day</h2><ul class="bare">${due.map(
      ({ id, project, name, due: day }) =>
        html`<li><time datetime="${day}">${dayWords(day ?? '')}</time> <a href="/projects/${project}/milestones/${id}"><span class="key">${project}</span> ${name}</a>${
          (day ?? '') < today ? html` <span class="late">overdue</span>` : ''
        }</li>`,
    )}</ul></section>
</div>
<section aria-labelledby="lately"><h2 id="lately">Lately</h2>${activityList(track, activity(track).slice(0, 8))}</section>`,
  );
}
