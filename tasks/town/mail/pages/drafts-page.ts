import { html } from 'hono/html';
import { byDate } from '../lists/conversation.ts';
import { shortDate } from '../parts/dates.ts';
import { snippetOf } from '../parts/snippet.ts';
import type { Page } from './page.ts';

/** Unsent drafts, newest first. */
export const draftsPage: Page = (site) => {
  site.get('/drafts', (exchange) => {
    const { store, world } = exchange.state;
    const drafts = store.all('drafts').toSorted((one, other) => byDate(other, one));
    const rows = drafts.map(
      ({ id, to, subject, text, date }) =>
        html`<li class="thread draft"><a href="/drafts/${id}"><span class="who">${to ? `To: ${to}` : 'No recipient yet'}</span> <span class="subject">${subject || '(no subject)'}</span> <span class="snippet">${snippetOf(text)}</span> <time datetime="${date}">${shortDate(date, world.now)}</time></a></li>`,
    );
    return exchange.show(
      'Drafts',
      html`<h1>Drafts</h1>${
        rows.length > 0
          ? html`<ul class="threads">${rows}</ul>`
          : html`<p class="empty">No drafts. <a href="/compose">Write a message</a>.</p>`
      }`,
    );
  });
};
