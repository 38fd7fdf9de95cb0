import { html } from 'hono/html';
import { addressWith } from '../../site/address-with.ts';
import type { Exchange } from '../parts/exchange.ts';
import { checkbox, field, select } from '../parts/field.ts';
import { threadList } from '../parts/thread-list.ts';
import { parseQuery } from '../search/parse-query.ts';
import { searchMail } from '../search/search-mail.ts';
import type { Page } from './page.ts';

/** The search results, and the advanced form that writes the search operators. */
export const searchPage: Page = (site) => {
  site.get('/search', results);
  site.get('/search/advanced', advanced);
  site.get('/search/by', ({ url, lead }) =>
    lead(addressWith(new URL('/search', url), { q: queryOf(url.searchParams) })),
  );
};

function results(exchange: Exchange) {
  const { state, url } = exchange;
  const text = (url.searchParams.get('q') ?? '').trim();
  if (text === '') return exchange.lead('/search/advanced');
  const { terms, mistakes } = parseQuery(text);
  const found = mistakes.length > 0 ? [] : searchMail(state, terms);
  const content =
    mistakes.length > 0
      ? html`<div class="mistakes" role="alert">${mistakes.map((each) => html`<p>${each}</p>`)}</div>`
      : found.length > 0
        ? threadList(exchange, found, '')
        : html`<p class="empty">No conversation matches “${text}”. Try fewer words, or <a href="/search/advanced">more options</a>.</p>`;
  return exchange.show(`Search: ${text}`, html`<h1>Search results</h1><p>For <q>${text}</q></p>${content}`);
}

function advanced(exchange: Exchange) {
  const { store } = exchange.state;
  const folders = store.all('folders').map(({ id, name }) => ({ value: id, name }));
  const labels = store.all('labels').map(({ id, name }) => ({ value: id, name }));
  return exchange.show(
    'Search options',
    html`<h1>Search options</h1>
<form class="sheet" action="/search/by">
${field({ name: 'from', label: 'From', value: '' })}
${field({ name: 'to', label: 'To', value: '' })}
${field({ name: 'subject', label: 'Subject', value: '' })}
${field({ name: 'words', label: 'Has the words', value: '' })}
${field({ name: 'without', label: 'Does not have the words', value: '' })}
${field({ name: 'after', label: 'On or after', value: '', type: 'date' })}
${field({ name: 'before', label: 'Before', value: '', type: 'date' })}
${select('in', 'Folder', '', [{ value: '', name: 'All but spam and trash' }, ...folders])}
${select('label', 'Label', '', [{ value: '', name: 'Any' }, ...labels])}
${checkbox('attachment', 'Has an attachment', false)}
${checkbox('unread', 'Is unread', false)}
${checkbox('starred', 'Is starred', false)}
<p><button type="submit" class="primary">Search</button></p>
</form>
<p><a href="/help#search">How to write a search</a></p>`,
  );
}

/** The query that a person would type for the filled fields. */
function queryOf(said: URLSearchParams): string {
  const value = (name: string) => (said.get(name) ?? '').replaceAll('"', '').trim();
  const quoted = (text: string) => (/\s/.test(text) ? `"${text}"` : text);
  const named = ['from', 'to', 'subject', 'after', 'before', 'in', 'label'].flatMap((name) =>
    value(name) ? [`${name}:${quoted(value(name))}`] : [],
  );
  const flags = [
    said.has('attachment') ? 'has:attachment' : '',
    said.has('unread') ? 'is:unread' : '',
    said.has('starred') ? 'is:starred' : '',
  ];
  const without = value('without')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `-${word}`);
  return [value('words'), ...without, ...named, ...flags].filter(Boolean).join(' ');
}
