import { html } from 'hono/html';
import { ask } from '../../site/confirm.ts';
import { options } from '../../site/field-parts.ts';
import { colours } from '../parts/chips.ts';
import type { Exchange } from '../parts/exchange.ts';
import { field } from '../parts/field.ts';
import { nameMistakes } from '../parts/name-mistakes.ts';
import { settingsTabs } from '../parts/settings-tabs.ts';
import type { Page } from './page.ts';

const path = '/settings/labels';

/** The labels, with names and colours. */
export const labelsPage: Page = (site) => {
  site.get(path, (exchange) => show(exchange));
  site.post(path, (exchange) => {
    const { name, colour } = said(exchange);
    const mistakes = mistakesOf(exchange, name, null);
    if (mistakes.length > 0) return show(exchange, name, mistakes);
    exchange.state.store.add('labels', {
      id: exchange.state.newId('labels', name.toLowerCase()),
      name,
      colour,
    });
    return exchange.lead(path, 'label-saved');
  });
  site.post(`${path}/:id`, (exchange) => {
    const label = labelOf(exchange);
    if (!label) return undefined;
    const { name, colour } = said(exchange);
    const mistakes = mistakesOf(exchange, name, label.id);
    if (mistakes.length > 0) return show(exchange, '', mistakes);
    exchange.state.store.change('labels', label.id, { name, colour });
    return exchange.lead(path, 'label-saved');
  });
  site.get(`${path}/:id/delete`, (exchange) => {
    const label = labelOf(exchange);
    if (!label) return undefined;
    return ask(exchange, {
      title: `Delete the label ${label.name}?`,
      words: 'Conversations keep their place and lose the label.',
      button: 'Delete label',
      action: `${path}/${label.id}/delete`,
      cancel: path,
    });
  });
  site.post(`${path}/:id/delete`, (exchange) => {
    const { store } = exchange.state;
    const label = labelOf(exchange);
    if (!label) return undefined;
    for (const { id, labels } of store.all('threads'))
      if (labels.includes(label.id))
        store.change('threads', id, { labels: labels.filter((each) => each !== label.id) });
    store.remove('labels', label.id);
    return exchange.lead(path, 'label-deleted');
  });
};

const labelOf = ({ state, parameter }: Exchange) => state.store.get('labels', parameter('id'));

function said({ form }: Exchange) {
  const colour = colours.find((each) => each === form.get('colour')) ?? 'slate';
  return { name: (form.get('name') ?? '').trim(), colour };
}

const mistakesOf = ({ state }: Exchange, name: string, id: string | null) =>
  nameMistakes(state.store.all('labels'), 'label', name, id);

function show(exchange: Exchange, typed = '', mistakes: readonly string[] = []) {
  const choices = colours.map((colour) => ({ value: colour, name: colour }));
  const rows = exchange.state.store.all('labels').map(
    ({ id, name, colour }) =>
      html`<li><form method="post" action="${path}/${id}" class="inline">
<label class="unseen" for="name-${id}">Name of ${name}</label><input id="name-${id}" name="name" value="${name}" autocomplete="off">
<label class="unseen" for="colour-${id}">Colour of ${name}</label><select id="colour-${id}" name="colour">${options(colour, choices)}</select>
<button type="submit" aria-label="Save ${name}">Save</button> <a class="button" href="${path}/${id}/delete" data-dialog aria-label="Delete ${name}">Delete</a></form></li>`,
  );
  return exchange.show(
    'Labels',
    html`<h1>Labels</h1>${settingsTabs(path)}<ul class="cards">${rows}</ul>
<h2>New label</h2>
<form class="sheet" method="post" action="${path}">
${field({ name: 'name', label: 'Name', value: typed, mistakes })}
<div class="field"><label for="colour">Colour</label><select id="colour" name="colour">${options('slate', choices)}</select></div>
<p><button type="submit" class="primary">Add label</button></p>
</form>`,
    mistakes.length > 0 ? 422 : 200,
  );
}
