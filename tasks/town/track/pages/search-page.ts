import { html } from 'hono/html';
import { pageOf } from '../../site/page-of.ts';
import { findIssue } from '../deeds/find-issue.ts';
import { findIssues } from '../lists/find-issues.ts';
import { issueTable } from '../parts/issue-table.ts';
import { pager } from '../parts/pager.ts';
import { emptyQuery } from '../state/empty-query.ts';
import type { Page } from './page.ts';

/** Searches issues and comments, closed ones too. A key redirects to its issue. */
export const searchPage: Page = (site) => {
  site.get('/search', ({ track, url, show, lead }) => {
    const text = (url.searchParams.get('q') ?? '').trim();
    if (text === '') return lead('/issues');
    const issue = findIssue(track, text);
    if (issue) return lead(`/issues/${issue.key}`);
    const found = findIssues(track, { ...emptyQuery, status: 'any', words: text });
    const paged = pageOf(found, url, track.store.get('settings', 'settings')?.pageSize ?? 25);
    return show(
      `Search: ${text}`,
      html`<h1>Search</h1><p>For <q>${text}</q>, in titles, descriptions and comments</p>${
        found.length === 0
          ? html`<p class="empty">No issue says “${text}”. Try fewer words, or <a href="/issues">filter the list</a>.</p>`
          : html`${issueTable(track, paged.items, 'Found issues')}${pager(paged, url, 'issues')}`
      }`,
    );
  });
};
