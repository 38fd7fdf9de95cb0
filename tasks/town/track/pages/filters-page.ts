import { html } from 'hono/html';
import { ask } from '../../site/confirm.ts';
import { findIssues } from '../lists/find-issues.ts';
import { pathOf, readQuery } from '../lists/queries.ts';
import type { Exchange } from '../parts/exchange.ts';
import { field } from '../parts/field.ts';
import { filterFields } from '../parts/filter-fields.ts';
import { slug } from '../state/ids.ts';
import type { Query, SavedFilter } from '../state/rows.ts';
import type { Page } from './page.ts';

/** The saved filters of the list of issues. */
export const filtersPage: Page = (site) => {
  site.get('/filters', list);
  site.post('/filters', (exchange) => save(exchange, null));
  site.get('/filters/:id', (exchange) => {
    const filter = filterOf(exchange);
    return filter && form(exchange, filter, filter.id);
  });
  site.post('/filters/:id', (exchange) => {
    const filter = filterOf(exchange);
    return filter && save(exchange, filter);
  });
  site.get('/filters/:id/delete', (exchange) => {
    const filter = filterOf(exchange);
    if (!filter) return undefined;
    return ask(exchange, {
      title: `Delete the filter ${filter.name}?`,
      words: 'The issues stay as they are.',
      action: `/filters/${filter.id}/delete`,
      button: 'Delete filter',
      cancel: '/filters',
    });
  });
  site.post('/filters/:id/delete', (exchange) => {
    const filter = filterOf(exchange);
    if (!filter) return undefined;
    exchange.track.store.remove('filters', filter.id);
    return exchange.lead('/filters', 'filter-deleted');
  });
};

const filterOf = ({ track, parameter }: Exchange) => track.store.get('filters', parameter('id'));

function save(exchange: Exchange, filter: SavedFilter | null) {
  const { track, said, form: sent, lead } = exchange;
  const { store } = track;
  const name = said('name');
  const read = readQuery(sent);
  // Stores the person instead of “me”, which would mean another person after the next sign-in.
  const mine = (person: string) => (person === 'me' ? track.me : person);
  const query: Query = { ...read, assignee: mine(read.assignee), author: mine(read.author) };
  const same = store.all('filters').find((each) => each.name.toLowerCase() === name.toLowerCase());
  const mistakes =
    name === ''
      ? ['Write a name.']
      : same && same !== filter
        ? [`There is a filter ${same.name} already.`]
        : [];
  if (mistakes.length > 0) return form(exchange, { name, ...query }, filter?.id ?? null, mistakes);
  if (filter) store.change('filters', filter.id, { name, ...query });
  else store.add('filters', { id: track.freeId('filters', slug(name)), name, ...query });
  return lead('/filters', 'filter-saved');
}

function list(exchange: Exchange) {
  const { track } = exchange;
  const rows = track.store.all('filters').map(({ id, name, ...query }) => {
    const count = findIssues(track, query).length;
    return html`<li><h2><a href="${pathOf(query)}">${name}</a></h2><p class="quiet">${count} ${count === 1 ? 'issue' : 'issues'} now</p>
<p class="buttons"><a class="button" href="/filters/${id}" aria-label="Edit ${name}">Edit</a> <a class="button" href="/filters/${id}/delete" data-dialog aria-label="Delete ${name}">Delete</a></p></li>`;
  });
  return exchange.show(
    'Saved filters',
    html`<h1>Saved filters</h1>${rows.length > 0 ? html`<ul class="cards">${rows}</ul>` : html`<p class="empty">You have saved no filter.</p>`}
<p>To save one, filter <a href="/issues">the list of issues</a> and give it a name there.</p>`,
  );
}

function form(
  { track, show }: Exchange,
  { name, ...query }: Query & { readonly name: string },
  id: string | null,
  mistakes: readonly string[] = [],
) {
  return show(
    'Edit filter',
    html`<h1>${id === null ? 'New filter' : 'Edit filter'}</h1><form method="post" action="/filters${id === null ? '' : `/${id}`}">
${field({ name: 'name', label: 'Name', value: name, mistakes })}${filterFields(track, query)}
<p class="buttons"><button type="submit" class="primary">Save filter</button> <a class="button" href="/filters">Cancel</a></p></form>`,
    mistakes.length > 0 ? 422 : 200,
  );
}
