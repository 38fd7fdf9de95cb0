import { html } from 'hono/html';
import { markDuplicate } from '../../deeds/close-issue.ts';
import { findIssue } from '../../deeds/find-issue.ts';
import { linkIssues, ways } from '../../deeds/link-issues.ts';
import type { Exchange } from '../../parts/exchange.ts';
import { choicesOf, field, select } from '../../parts/field.ts';
import { changingIssue } from '../../parts/guards.ts';
import type { Issue } from '../../state/rows.ts';
import { keyIn } from '../../state/words-of.ts';
import type { Page } from '../page.ts';

/** Links an issue to another one: as a duplicate, a blocker, or related. */
export const relatePage: Page = (site) => {
  site.get(
    '/issues/:key/link',
    changingIssue((exchange, issue) => linkForm(exchange, issue)),
  );
  site.post(
    '/issues/:key/link',
    changingIssue((exchange, issue) => {
      const { track, said, lead } = exchange;
      const way = keyIn(ways, said('way')) ?? 'relates';
      const mistake = linkIssues(track, issue, way, findIssue(track, said('other')));
      return mistake ? linkForm(exchange, issue, [mistake]) : lead(`/issues/${issue.key}`, 'linked');
    }),
  );
  site.get(
    '/issues/:key/duplicate',
    changingIssue((exchange, issue) => duplicateForm(exchange, issue)),
  );
  site.post(
    '/issues/:key/duplicate',
    changingIssue((exchange, issue) => {
      const { track, said, lead } = exchange;
      const mistake = markDuplicate(track, issue, findIssue(track, said('other')));
      return mistake ? duplicateForm(exchange, issue, [mistake]) : lead(`/issues/${issue.key}`, 'duplicate');
    }),
  );
};

function linkForm({ show, said }: Exchange, { key, title }: Issue, mistakes: readonly string[] = []) {
  return show(
    `Link ${key}`,
    html`<h1>Link ${key} to another issue</h1><form class="sheet" method="post" action="/issues/${key}/link">
<p>${key}, ${title}, …</p>
${select('way', 'How', said('way') || 'blocks', choicesOf(ways))}
${field({ name: 'other', label: 'Key of the other issue', value: said('other'), hint: 'As in ROOF-12', mistakes })}
<p class="buttons"><button type="submit" class="primary">Add link</button> <a class="button" href="/issues/${key}">Cancel</a></p></form>`,
    mistakes.length > 0 ? 422 : 200,
  );
}

function duplicateForm({ show, said }: Exchange, { key, title }: Issue, mistakes: readonly string[] = []) {
  return show(
    `Duplicate: ${key}`,
    html`<h1>Mark ${key} as a duplicate</h1><form class="sheet" method="post" action="/issues/${key}/duplicate">
<p>${key}, ${title}, is closed and leads to the issue that says the same.</p>
${field({ name: 'other', label: 'Key of the issue that stays', value: said('other'), hint: 'As in ROOF-12', mistakes })}
<p class="buttons"><button type="submit" class="primary">Close as duplicate</button> <a class="button" href="/issues/${key}">Cancel</a></p></form>`,
    mistakes.length > 0 ? 422 : 200,
  );
}
