import { html } from 'hono/html';
import { ask } from '../../site/confirm.ts';
import type { Exchange } from '../parts/exchange.ts';
import { field } from '../parts/field.ts';
import { nameMistakes } from '../parts/name-mistakes.ts';
import { settingsTabs } from '../parts/settings-tabs.ts';
import type { Page } from './page.ts';

const path = '/settings/folders';

/** The user's own folders. The built-in folders cannot be changed. */
export const foldersPage: Page = (site) => {
  site.get(path, (exchange) => show(exchange));
  site.post(path, (exchange) => {
    const name = said(exchange);
    const mistakes = mistakesOf(exchange, name, null);
    if (mistakes.length > 0) return show(exchange, name, mistakes);
    const id = exchange.state.newId('folders', name.toLowerCase());
    exchange.state.store.add('folders', { id, name, builtIn: false });
    return exchange.lead(path, 'folder-saved');
  });
  site.post(`${path}/:id`, (exchange) => {
    const folder = folderOf(exchange);
    if (!folder) return undefined;
    const name = said(exchange);
    const mistakes = mistakesOf(exchange, name, folder.id);
    if (mistakes.length > 0) return show(exchange, '', mistakes);
    exchange.state.store.change('folders', folder.id, { name });
    return exchange.lead(path, 'folder-saved');
  });
  site.get(`${path}/:id/delete`, (exchange) => {
    const folder = folderOf(exchange);
    if (!folder) return undefined;
    return ask(exchange, {
      title: `Delete the folder ${folder.name}?`,
      words: 'What lies in it goes to the archive.',
      button: 'Delete folder',
      action: `${path}/${folder.id}/delete`,
      cancel: path,
    });
  });
  site.post(`${path}/:id/delete`, (exchange) => {
    const { store } = exchange.state;
    const folder = folderOf(exchange);
    if (!folder) return undefined;
    for (const thread of store.all('threads'))
      if (thread.folder === folder.id) store.change('threads', thread.id, { folder: 'archive' });
    for (const filter of store.all('filters'))
      if (filter.folder === folder.id) store.change('filters', filter.id, { folder: '' });
    store.remove('folders', folder.id);
    return exchange.lead(path, 'folder-deleted');
  });
};

function folderOf({ state, parameter }: Exchange) {
  const folder = state.store.get('folders', parameter('id'));
  return folder?.builtIn ? undefined : folder;
}

const said = ({ form }: Exchange) => (form.get('name') ?? '').trim();

const mistakesOf = ({ state }: Exchange, name: string, id: string | null) =>
  nameMistakes(state.store.all('folders'), 'folder', name, id);

function show(exchange: Exchange, typed = '', mistakes: readonly string[] = []) {
  const own = exchange.state.store.all('folders').filter(({ builtIn }) => !builtIn);
  const rows = own.map(
    ({ id, name }) =>
      html`<li><form method="post" action="${path}/${id}" class="inline"><label class="unseen" for="name-${id}">Name of ${name}</label><input id="name-${id}" name="name" value="${name}" autocomplete="off">
<button type="submit" aria-label="Rename ${name}">Rename</button> <a class="button" href="${path}/${id}/delete" data-dialog aria-label="Delete ${name}">Delete</a></form></li>`,
  );
  return exchange.show(
    'Folders',
    html`<h1>Folders</h1>${settingsTabs(path)}<ul class="cards">${rows}</ul>
<h2>New folder</h2>
<form class="sheet" method="post" action="${path}">
${field({ name: 'name', label: 'Name', value: typed, mistakes })}
<p><button type="submit" class="primary">Add folder</button></p>
</form>`,
    mistakes.length > 0 ? 422 : 200,
  );
}
