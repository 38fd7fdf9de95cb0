import { html } from 'hono/html';
import { pageOf } from '../../site/page-of.ts';
import { pager } from '../parts/pager.ts';
import type { Page } from './page.ts';

/** All contacts, by name. */
export const contactsPage: Page = (site) => {
  site.get('/contacts', (exchange) => {
    const { url, state } = exchange;
    const asked = (url.searchParams.get('name') ?? '').trim();
    const found = state.store
      .all('contacts')
      .filter(({ name, email, city }) =>
        `${name} ${email} ${city}`.toLowerCase().includes(asked.toLowerCase()),
      )
      .toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
    const paged = pageOf(found, url, 20);
    const rows = paged.items.map(
      ({ id, name, email, phone }) =>
        html`<tr><th scope="row"><a href="/contacts/${id}">${name}</a></th><td>${email}</td><td>${phone}</td></tr>`,
    );
    return exchange.show(
      'Contacts',
      html`<div class="heading"><h1>Contacts</h1><a class="button" href="/contacts/new">New contact</a></div>
<form class="inline" action="/contacts"><label for="name">Find by name, address or city</label> <input id="name" name="name" value="${asked}" autocomplete="off"> <button type="submit">Find</button></form>
${
  rows.length === 0
    ? html`<p class="empty">No contact matches “${asked}”. <a href="/contacts">Show all</a></p>`
    : html`<div class="wide" tabindex="0" role="region" aria-label="Table"><table><thead><tr><th scope="col">Name</th><th scope="col">Email</th><th scope="col">Phone</th></tr></thead><tbody>${rows}</tbody></table></div>
${pager(paged, url, 'contacts')}`
}`,
    );
  });
};
