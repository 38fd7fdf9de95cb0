import { html } from 'hono/html';
import { changeIssue } from '../../deeds/history.ts';
import type { Exchange } from '../../parts/exchange.ts';
import { field, textArea } from '../../parts/field.ts';
import { changingIssue } from '../../parts/guards.ts';
import type { Issue } from '../../state/rows.ts';
import type { Page } from '../page.ts';

/** The form for title and description. */
export const editIssuePage: Page = (site) => {
  site.get(
    '/issues/:key/edit',
    changingIssue((exchange, issue) => form(exchange, issue)),
  );
  site.post(
    '/issues/:key/edit',
    changingIssue((exchange, issue) => {
      const { track, said, lead } = exchange;
      const title = said('title');
      const text = said('text');
      if (title === '') return form(exchange, { ...issue, title, text }, ['Write a title.']);
      const isChanged = changeIssue(track, issue.id, { title, text });
      return lead(`/issues/${issue.key}`, isChanged ? 'saved' : 'not-changed');
    }),
  );
};

function form({ show }: Exchange, { key, title, text }: Issue, mistakes: readonly string[] = []) {
  return show(
    `Edit ${key}`,
    html`<h1>Edit ${key}</h1><form class="sheet" method="post" action="/issues/${key}/edit">
${field({ name: 'title', label: 'Title', value: title, mistakes })}
${textArea({ name: 'text', label: 'Description', value: text, rows: 10 })}
<p class="buttons"><button type="submit" class="primary">Save issue</button> <a class="button" href="/issues/${key}">Cancel</a></p></form>`,
    mistakes.length > 0 ? 422 : 200,
  );
}
