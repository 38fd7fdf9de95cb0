import { html } from 'hono/html';
import { ask } from '../../site/confirm.ts';
import { applyToAll } from '../deeds/apply-filters.ts';
import type { Exchange } from '../parts/exchange.ts';
import { filterForm, filterWords, readFilter } from '../parts/filter-form.ts';
import { settingsTabs } from '../parts/settings-tabs.ts';
import { emptyFilter } from '../state/empty-filter.ts';
import type { Page } from './page.ts';

const path = '/settings/filters';

/** The filters for incoming mail. */
export const filtersPage: Page = (site) => {
  site.get(path, list);
  site.get(`${path}/new`, (exchange) => {
    const from = exchange.url.searchParams.get('from') ?? '';
    return exchange.show('New filter', filterForm(exchange.state, 'new', { ...emptyFilter, from }));
  });
  site.post(`${path}/new`, (exchange) => {
    const fields = readFilter(exchange);
    const id = exchange.state.newId('filters', JSON.stringify(fields));
    return save(exchange, 'new', () => exchange.state.store.add('filters', { id, ...fields }), id);
  });
  site.get(`${path}/:id`, (exchange) => {
    const filter = filterOf(exchange);
    return filter && exchange.show('Edit filter', filterForm(exchange.state, filter.id, filter));
  });
  site.post(`${path}/:id`, (exchange) => {
    const filter = filterOf(exchange);
    if (!filter) return undefined;
    const write = () => exchange.state.store.change('filters', filter.id, readFilter(exchange));
    return save(exchange, filter.id, write, filter.id);
  });
  site.post(`${path}/:id/switch`, (exchange) => {
    const filter = filterOf(exchange);
    if (!filter) return undefined;
    exchange.state.store.change('filters', filter.id, { enabled: !filter.enabled });
    return exchange.lead(path, 'filter-saved');
  });
  site.get(`${path}/:id/delete`, (exchange) => {
    const filter = filterOf(exchange);
    if (!filter) return undefined;
    return ask(exchange, {
      title: 'Delete this filter?',
      words: filterWords(exchange.state, filter),
      button: 'Delete filter',
      action: `${path}/${filter.id}/delete`,
      cancel: path,
    });
  });
  site.post(`${path}/:id/delete`, (exchange) => {
    if (!filterOf(exchange)) return undefined;
    exchange.state.store.remove('filters', exchange.parameter('id'));
    return exchange.lead(path, 'filter-deleted');
  });
};

const filterOf = ({ state, parameter }: Exchange) => state.store.get('filters', parameter('id'));

function list(exchange: Exchange) {
  const rows = exchange.state.store.all('filters').map((filter, index) => {
    const { id, enabled } = filter;
    const name = `filter ${index + 1}`;
    return html`<li><h2>Filter ${index + 1}${enabled ? '' : html` <span class="quiet">(off)</span>`}</h2><p>${filterWords(exchange.state, filter)}</p>
<form method="post" action="${path}/${id}/switch" class="buttons"><a class="button" href="${path}/${id}" aria-label="Edit ${name}">Edit</a>
<button type="submit" aria-label="Turn ${enabled ? 'off' : 'on'} ${name}">Turn ${enabled ? 'off' : 'on'}</button>
<a class="button" href="${path}/${id}/delete" data-dialog aria-label="Delete ${name}">Delete</a></form></li>`;
  });
  return exchange.show(
    'Filters',
    html`<div class="heading"><h1>Filters</h1><a class="button" href="${path}/new">New filter</a></div>${settingsTabs(path)}
<p>They are applied from the top to the bottom; of several folders the first counts.</p>
${rows.length > 0 ? html`<ul class="cards">${rows}</ul>` : html`<p class="empty">You have no filter.</p>`}`,
  );
}

function save(exchange: Exchange, place: string, write: () => void, id: string) {
  const { state, form } = exchange;
  const fields = readFilter(exchange);
  const { from, to, subject, words, folder, label, star, markRead } = fields;
  const mistakes = [
    ...(from + to + subject + words === '' ? ['Say which mail it is for.'] : []),
    ...(folder + label === '' && !star && !markRead ? ['Say what to do with it.'] : []),
  ];
  if (mistakes.length > 0) return exchange.show('Not saved', filterForm(state, place, fields, mistakes), 422);
  write();
  const filter = state.store.get('filters', id);
  if (filter && form.get('now') === 'yes') applyToAll(state, filter);
  return exchange.lead(path, 'filter-saved');
}
