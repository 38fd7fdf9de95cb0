import { html } from 'hono/html';
import { type Faults, faultList, field } from '../pages/field.ts';
import { showPage } from '../pages/layout.ts';
import type { Address } from '../state/rows.ts';
import { type Asked, type Form, mustSignIn, readForm, type Shop, type ShopApp, signedIn } from '../visit.ts';
import { mark } from '../words/mark.ts';

type Said = Omit<Address, 'id' | 'customer'>;

const book = '/account/addresses';
const trail = [
  { name: 'Your account', href: '/account' },
  { name: 'Addresses', href: book },
];

export function routeAddresses(app: ShopApp): void {
  app.use(book, mustSignIn);
  app.use(`${book}/*`, mustSignIn);

  app.get(book, (context) => {
    const { shop, customer } = signedIn(context);
    const own = shop.state.addresses.all().filter((address) => address.customer === customer.id);
    return showPage(context, {
      title: 'Addresses',
      trail: trail.slice(0, 1),
      main: html`<p><a class="button" href="${book}/new">Add an address</a></p>
<ul class="orders">${own.map((address) => html`<li>${card(address, address.id === customer.defaultAddress)}</li>`)}</ul>
${own.length === 0 && html`<p class="empty">No address is saved.</p>`}`,
    });
  });

  app.get(`${book}/new`, (context) => {
    const { name, phone } = signedIn(context).customer;
    const blank: Said = { label: '', name, street: '', postcode: '', city: '', phone };
    return showForm(context, 'Add an address', `${book}/new`, blank, {});
  });

  app.post(`${book}/new`, async (context) => {
    const form = await readForm(context);
    const { shop, customer } = signedIn(context);
    const said = read(form);
    const faults = faultsOf(said);
    if (Object.keys(faults).length > 0)
      return showForm(context, 'Add an address', `${book}/new`, said, faults, form);
    const id = freshId(shop, customer.id, said);
    if (!id) return leave(context, form, 'address-added');
    shop.state.addresses.put({ id, customer: customer.id, ...said });
    if (!customer.defaultAddress || form.has('default'))
      shop.state.accounts.put({ ...customer, defaultAddress: id });
    return leave(context, form, 'address-added');
  });

  app.get(`${book}/:id/edit`, (context) => {
    const address = ownAddress(context);
    if (!address) return context.notFound();
    return showForm(context, 'Edit address', `${book}/${address.id}/edit`, address, {});
  });

  app.post(`${book}/:id/edit`, async (context) => {
    const form = await readForm(context);
    const address = ownAddress(context);
    if (!address) return context.notFound();
    const { shop, customer } = signedIn(context);
    const said = read(form);
    const faults = faultsOf(said);
    if (Object.keys(faults).length > 0)
      return showForm(context, 'Edit address', `${book}/${address.id}/edit`, said, faults, form);
    const changed = { ...address, ...said };
    if (JSON.stringify(changed) !== JSON.stringify(address)) shop.state.addresses.put(changed);
    if (form.has('default') && customer.defaultAddress !== address.id)
      shop.state.accounts.put({ ...customer, defaultAddress: address.id });
    return context.redirect(`${book}?note=address-saved`, 303);
  });

  app.post(`${book}/:id/delete`, (context) => {
    const address = ownAddress(context);
    if (!address) return context.notFound();
    const { shop, customer } = signedIn(context);
    shop.state.addresses.remove(address.id);
    if (customer.defaultAddress === address.id)
      shop.state.accounts.put({ ...customer, defaultAddress: null });
    return context.redirect(`${book}?note=address-gone`, 303);
  });

  app.post(`${book}/:id/default`, (context) => {
    const address = ownAddress(context);
    if (!address) return context.notFound();
    const { shop, customer } = signedIn(context);
    if (customer.defaultAddress !== address.id)
      shop.state.accounts.put({ ...customer, defaultAddress: address.id });
    return context.redirect(`${book}?note=address-default`, 303);
  });
}

function card({ id, label, name, street, postcode, city, phone }: Address, isDefault: boolean) {
  return html`<article class="order" aria-labelledby="${id}"><h2 id="${id}">${label}</h2>
${isDefault && html`<p><span class="status">Default address</span></p>`}
<address>${name}<br>${street}<br>${postcode} ${city}<br>${phone}</address>
<ul class="actions"><li><a href="${book}/${id}/edit" aria-label="Edit ${label}">Edit</a></li>
${!isDefault && html`<li><form method="post" action="${book}/${id}/default"><button class="quiet" aria-label="Make default: ${label}">Make default</button></form></li>`}
<li><form method="post" action="${book}/${id}/delete" data-ask="Delete the address ${label}?"><button class="quiet" aria-label="Delete ${label}">Delete</button></form></li></ul></article>`;
}

function showForm(context: Asked, title: string, action: string, said: Said, faults: Faults, form?: Form) {
  const back = form?.text('back') ?? context.get('visit').url.searchParams.get('back') ?? '';
  return showPage(context, {
    title,
    trail,
    narrow: true,
    status: Object.keys(faults).length > 0 ? 422 : 200,
    main: html`${faultList(faults)}<form method="post" action="${action}">
<input type="hidden" name="back" value="${back}">
${field(faults, { name: 'label', label: 'What you call it', hint: 'As in Home or Work', value: said.label })}
${field(faults, { name: 'name', label: 'Name', value: said.name, autocomplete: 'name' })}
${field(faults, { name: 'street', label: 'Street and number', value: said.street, autocomplete: 'street-address' })}
<div class="pair">${field(faults, { name: 'postcode', label: 'Postcode', value: said.postcode, inputmode: 'numeric', autocomplete: 'postal-code' })}
${field(faults, { name: 'city', label: 'Town', value: said.city, autocomplete: 'address-level2' })}</div>
${field(faults, { name: 'phone', label: 'Phone', value: said.phone, type: 'tel', optional: true, autocomplete: 'tel' })}
<label class="choice"><input type="checkbox" name="default" value="yes"${form?.has('default') && html` checked`}> <span>Make it the default address</span></label>
<p class="actions"><button class="main">Save address</button> <a href="${back === 'checkout' ? '/checkout' : book}">Cancel</a></p></form>`,
  });
}

function read(form: Form): Said {
  const text = (name: keyof Said) => form.text(name).slice(0, 120);
  return {
    label: text('label'),
    name: text('name'),
    street: text('street'),
    postcode: text('postcode'),
    city: text('city'),
    phone: text('phone'),
  };
}

function faultsOf({ label, name, street, postcode, city }: Said): Faults {
  return {
    ...(!label && { label: 'Give the address a name.' }),
    ...(!name && { name: 'Type who lives there.' }),
    ...(!/\d/.test(street) && { street: 'Type street and number.' }),
    ...(!/^\d{5}$/.test(postcode) && { postcode: 'A postcode has 5 figures.' }),
    ...(!city && { city: 'Type the town.' }),
  };
}

/** An id derived from the address; null if the customer already has exactly this address. */
function freshId({ state, world }: Shop, customer: string, said: Said): string | null {
  for (let turn = 0; ; turn += 1) {
    const id = `A-${mark(world.seed, 'address', customer, JSON.stringify(said), turn)}`;
    const taken = state.addresses.get(id);
    if (!taken) return id;
    if (JSON.stringify(taken) === JSON.stringify({ id, customer, ...said })) return null;
  }
}

function leave(context: Asked, form: Form, note: string) {
  return context.redirect(
    form.text('back') === 'checkout' ? '/checkout?note=address-added' : `${book}?note=${note}`,
    303,
  );
}

function ownAddress(context: Asked): Address | null {
  const { shop, customer } = signedIn(context);
  const address = shop.state.addresses.get(context.req.param('id') ?? '');
  return address?.customer === customer.id ? address : null;
}
