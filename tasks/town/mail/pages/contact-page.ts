import { html } from 'hono/html';
import { ask } from '../../site/confirm.ts';
import { isAddress } from '../deeds/addresses.ts';
import type { Exchange } from '../parts/exchange.ts';
import { field, textArea } from '../parts/field.ts';
import type { Contact } from '../state/rows.ts';
import type { Page } from './page.ts';

type Fields = Omit<Contact, 'id'>;
type Mistakes = { readonly [name in keyof Fields]?: readonly string[] };

/** One contact: details, edit form, deletion. */
export const contactPage: Page = (site) => {
  site.get('/contacts/new', (exchange) => {
    const said = (name: string) => exchange.url.searchParams.get(name) ?? '';
    return exchange.show(
      'New contact',
      form('/contacts/new', { ...empty, name: said('name'), email: said('email') }),
    );
  });
  site.post('/contacts/new', (exchange) =>
    save(exchange, null, (fields) => {
      const id = exchange.state.newId('contacts', fields.name, fields.email);
      exchange.state.store.add('contacts', { id, ...fields });
      return id;
    }),
  );
  site.get('/contacts/:id', (exchange) => {
    const contact = contactOf(exchange);
    return contact && exchange.show(contact.name, card(contact));
  });
  site.get('/contacts/:id/edit', (exchange) => {
    const contact = contactOf(exchange);
    return contact && exchange.show(`Edit ${contact.name}`, form(`/contacts/${contact.id}/edit`, contact));
  });
  site.post('/contacts/:id/edit', (exchange) => {
    const contact = contactOf(exchange);
    if (!contact) return undefined;
    return save(exchange, contact, (fields) => {
      exchange.state.store.change('contacts', contact.id, fields);
      return contact.id;
    });
  });
  site.get('/contacts/:id/delete', (exchange) => {
    const contact = contactOf(exchange);
    if (!contact) return undefined;
    const { id, name } = contact;
    return ask(exchange, {
      title: `Delete ${name}?`,
      words: 'Mail with this contact stays.',
      button: 'Delete contact',
      action: `/contacts/${id}/delete`,
      cancel: `/contacts/${id}`,
    });
  });
  site.post('/contacts/:id/delete', (exchange) => {
    if (!contactOf(exchange)) return undefined;
    exchange.state.store.remove('contacts', exchange.parameter('id'));
    return exchange.lead('/contacts', 'contact-deleted');
  });
};

const empty: Fields = { name: '', email: '', phone: '', street: '', postcode: '', city: '', note: '' };

const contactOf = ({ state, parameter }: Exchange) => state.store.get('contacts', parameter('id'));

function save(exchange: Exchange, contact: Contact | null, write: (fields: Fields) => string) {
  const said = (name: string) => (exchange.form.get(name) ?? '').replaceAll('\r\n', '\n').trim();
  const [name, phone, street] = [said('name'), said('phone'), said('street')];
  const email = said('email').toLowerCase();
  const fields = {
    name,
    email,
    phone,
    street,
    postcode: said('postcode'),
    city: said('city'),
    note: said('note'),
  };
  const taken = exchange.state.store.all('contacts').find((each) => each.email === email && each !== contact);
  const mistakes: Mistakes = {
    ...(name === '' && { name: ['Write a name.'] }),
    ...(!isAddress(email) && { email: ['Write an address as in name@town.test.'] }),
    ...(taken && { email: [`${taken.name} has this address already.`] }),
  };
  if (Object.keys(mistakes).length > 0)
    return exchange.show('Not saved', form(exchange.url.pathname, fields, mistakes), 422);
  return exchange.lead(`/contacts/${write(fields)}`, 'contact-saved');
}

function card({ id, name, email, phone, street, postcode, city, note }: Contact) {
  const line = (what: string, value: string) => (value ? html`<dt>${what}</dt><dd>${value}</dd>` : '');
  return html`<p class="way"><a href="/contacts">All contacts</a></p><h1>${name}</h1>
<dl class="heads">${line('Email', email)}${line('Phone', phone)}${line('Street', street)}${line('Town', `${postcode} ${city}`.trim())}${line('Note', note)}</dl>
<p class="buttons"><a class="button primary" href="/compose?${new URLSearchParams({ to: email })}">Write a message</a>
<a class="button" href="/search?${new URLSearchParams({ q: `from:${email}` })}">Mail from ${name}</a>
<a class="button" href="/contacts/${id}/edit">Edit</a> <a class="button" href="/contacts/${id}/delete" data-dialog>Delete</a></p>`;
}

function form(action: string, contact: Fields, mistakes: Mistakes = {}) {
  const entry = (
    name: Exclude<keyof Fields, 'note'>,
    label: string,
    type: 'text' | 'email' | 'tel' = 'text',
  ) => field({ name, label, type, value: contact[name], mistakes: mistakes[name] });
  return html`<h1>${action.endsWith('/new') ? 'New contact' : 'Edit contact'}</h1>
<form class="sheet" method="post" action="${action}" novalidate>
${entry('name', 'Name')}${entry('email', 'Email', 'email')}${entry('phone', 'Phone', 'tel')}
${entry('street', 'Street')}${entry('postcode', 'Postcode')}${entry('city', 'City')}
${textArea({ name: 'note', label: 'Note', value: contact.note, rows: 3 })}
<p class="buttons"><button type="submit" class="primary">Save contact</button> <a class="button" href="${action.replace(/\/(new|edit)$/, '')}">Cancel</a></p>
</form>`;
}
