import { html } from 'hono/html';
import { pageOf } from '../../../site/page-of.ts';
import { findIssues } from '../../lists/find-issues.ts';
import { pathOf, readQuery } from '../../lists/queries.ts';
import { bulkBar } from '../../parts/bulk-bar.ts';
import type { Exchange } from '../../parts/exchange.ts';
import { field } from '../../parts/field.ts';
import { filterFields } from '../../parts/filter-fields.ts';
import { issueTable } from '../../parts/issue-table.ts';
import { bare } from '../../parts/notice-bar.ts';
import { pager } from '../../parts/pager.ts';
import type { Page } from '../page.ts';

/** The list of issues: filters, sorting, bulk changes. */
export const issuesPage: Page = (site) => {
  site.get('/issues', show);
};

function show(exchange: Exchange) {
  const { track, url } = exchange;
  const query = readQuery(url.searchParams);
  const found = findIssues(track, query);
  const paged = pageOf(found, url, track.store.get('settings', 'settings')?.pageSize ?? 25);
  const list =
    found.length === 0
      ? html`<p class="empty">No issue is like that. <a href="/issues">Show all that are not closed</a></p>`
      : html`<form method="post" action="/bulk"><input type="hidden" name="back" value="${bare(url)}">
${issueTable(track, paged.items, 'Issues', true)}
${bulkBar(track, query.project)}</form>
${pager(paged, url, 'issues')}`;
  return exchange.show(
    'Issues',
    html`<h1>Issues</h1>
<details class="filter"${pathOf(query) === '/issues' ? '' : html` open`}><summary>Filter and sort</summary>
<form action="/issues">${filterFields(track, query)}<p class="buttons"><button type="submit" class="primary">Show</button> <a class="button" href="/issues">Reset</a></p></form>
<form method="post" action="/filters" class="save-filter">${Object.entries(query).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${field({ name: 'name', label: 'Name of this filter', value: '' })}<button type="submit">Save filter</button></form>
</details>
${list}`,
  );
}
