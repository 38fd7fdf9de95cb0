import { html } from 'hono/html';
import { ask } from '../../site/confirm.ts';
import type { Exchange } from '../parts/exchange.ts';
import { field, textArea } from '../parts/field.ts';
import { settingsTabs } from '../parts/settings-tabs.ts';
import type { Signature } from '../state/rows.ts';
import type { Page } from './page.ts';

const path = '/settings/signatures';

/** The signatures. */
export const signaturesPage: Page = (site) => {
  site.get(path, (exchange) => {
    const { store } = exchange.state;
    const chosen = store.get('settings', 'settings')?.signature;
    const rows = store.all('signatures').map(
      ({ id, name, text }) =>
        html`<li><h2>${name}${id === chosen ? html` <span class="quiet">(on new mail)</span>` : ''}</h2><div class="text">${text}</div>
<p><a class="button" href="${path}/${id}" aria-label="Edit ${name}">Edit</a> <a class="button" href="${path}/${id}/delete" data-dialog aria-label="Delete ${name}">Delete</a></p></li>`,
    );
    return exchange.show(
      'Signatures',
      html`<div class="heading"><h1>Signatures</h1><a class="button" href="${path}/new">New signature</a></div>${settingsTabs(path)}
${rows.length > 0 ? html`<ul class="cards">${rows}</ul>` : html`<p class="empty">You have no signature.</p>`}`,
    );
  });
  site.get(`${path}/new`, (exchange) => exchange.show('New signature', form('new', { name: '', text: '' })));
  site.post(`${path}/new`, (exchange) =>
    save(exchange, 'new', (fields) =>
      exchange.state.store.add('signatures', {
        id: exchange.state.newId('signatures', fields.name, fields.text),
        ...fields,
      }),
    ),
  );
  site.get(`${path}/:id`, (exchange) => {
    const signature = signatureOf(exchange);
    return signature && exchange.show(signature.name, form(signature.id, signature));
  });
  site.post(`${path}/:id`, (exchange) => {
    const signature = signatureOf(exchange);
    if (!signature) return undefined;
    return save(exchange, signature.id, (fields) =>
      exchange.state.store.change('signatures', signature.id, fields),
    );
  });
  site.get(`${path}/:id/delete`, (exchange) => {
    const signature = signatureOf(exchange);
    if (!signature) return undefined;
    return ask(exchange, {
      title: `Delete ${signature.name}?`,
      words: 'Mail that was sent keeps it.',
      button: 'Delete signature',
      action: `${path}/${signature.id}/delete`,
      cancel: path,
    });
  });
  site.post(`${path}/:id/delete`, (exchange) => {
    const signature = signatureOf(exchange);
    if (!signature) return undefined;
    const { store } = exchange.state;
    store.remove('signatures', signature.id);
    if (store.get('settings', 'settings')?.signature === signature.id)
      store.change('settings', 'settings', { signature: '' });
    return exchange.lead(path, 'signature-deleted');
  });
};

const signatureOf = ({ state, parameter }: Exchange) => state.store.get('signatures', parameter('id'));

type Fields = Omit<Signature, 'id'>;

function save(exchange: Exchange, id: string, write: (fields: Fields) => void) {
  const name = (exchange.form.get('name') ?? '').trim();
  const text = (exchange.form.get('text') ?? '').replaceAll('\r\n', '\n').trim();
  if (name === '') return exchange.show('Not saved', form(id, { name, text }, ['Write a name.']), 422);
  write({ name, text });
  return exchange.lead(path, 'signature-saved');
}

function form(id: string, { name, text }: Fields, mistakes: readonly string[] = []) {
  return html`<h1>${id === 'new' ? 'New signature' : 'Edit signature'}</h1>
<form class="sheet" method="post" action="${path}/${id}">
${field({ name: 'name', label: 'Name', value: name, mistakes })}
${textArea({ name: 'text', label: 'Text', value: text, rows: 5 })}
<p class="buttons"><button type="submit" class="primary">Save signature</button> <a class="button" href="${path}">Cancel</a></p>
</form>`;
}
