import { html } from 'hono/html';
import { checkbox, choices, type Faults, faultList, field } from '../pages/field.ts';
import { type Markup, showPage } from '../pages/layout.ts';
import type { Account } from '../state/rows.ts';
import { type Asked, mustSignIn, readForm, type ShopApp, signedIn } from '../visit.ts';
import { longDate } from '../words/dates.ts';

const trail = [{ name: 'Your account', href: '/account' }];
const updates = [
  { value: 'every step', words: 'A mail at every step of an order' },
  { value: 'delivery only', words: 'A mail on the day of delivery only' },
  { value: 'none', words: 'None but the receipt' },
];

export function routeAccount(app: ShopApp): void {
  app.use('/account', mustSignIn);
  app.use('/account/*', mustSignIn);

  app.get('/account', (context) =>
    showPage(context, { title: 'Your account', main: overview(signedIn(context).customer) }),
  );

  app.get('/account/profile', (context) => {
    const { name, email, phone } = signedIn(context).customer;
    return showProfile(context, { name, email, phone }, {});
  });

  app.post('/account/profile', async (context) => {
    const form = await readForm(context);
    const { shop, customer } = signedIn(context);
    const said = {
      name: form.text('name').slice(0, 120),
      email: form.text('email').slice(0, 120),
      phone: form.text('phone').slice(0, 120),
    };
    const isTaken = shop.state.accounts
      .all()
      .some(({ id, email }) => id !== customer.id && email === said.email);
    const faults: Faults = {
      ...(!said.name && { name: 'Type your name.' }),
      ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(said.email) && {
        email: 'Type an address as in name@town.test.',
      }),
      ...(isTaken && { email: 'Another account has this address.' }),
      ...(!/^[+\d][\d /-]{5,24}$/.test(said.phone) && { phone: 'Type a number with 6 figures or more.' }),
    };
    if (Object.keys(faults).length > 0) return showProfile(context, said, faults);
    save(context, said);
    return context.redirect('/account/profile?note=profile-saved', 303);
  });

  app.get('/account/preferences', (context) => {
    const { newsletter, offersByPost, orderUpdates, substitutes } = signedIn(context).customer;
    return showPage(context, {
      title: 'Preferences',
      trail,
      narrow: true,
      main: html`<form method="post" action="/account/preferences">
<fieldset class="choices"><legend>What we send you</legend>
${checkbox('newsletter', 'The newsletter, on the first Friday of a month', newsletter)}
${checkbox('offersByPost', 'Offers by post', offersByPost)}</fieldset>
${choices({}, { name: 'orderUpdates', legend: 'News of your orders', list: updates, value: orderUpdates })}
<fieldset class="choices"><legend>If something is sold out</legend>${checkbox('substitutes', 'Send something similar at the same price', substitutes)}</fieldset>
<p class="actions"><button class="main">Save preferences</button> <a href="/account">Cancel</a></p></form>`,
    });
  });

  app.post('/account/preferences', async (context) => {
    const form = await readForm(context);
    const wanted = form.text('orderUpdates');
    save(context, {
      newsletter: form.has('newsletter'),
      offersByPost: form.has('offersByPost'),
      substitutes: form.has('substitutes'),
      ...(updates.some(({ value }) => value === wanted) && { orderUpdates: wanted }),
    });
    return context.redirect('/account/preferences?note=preferences-saved', 303);
  });

  app.get('/account/password', (context) => showPassword(context, {}));

  app.post('/account/password', async (context) => {
    const form = await readForm(context);
    const { customer } = signedIn(context);
    const fresh = form.text('fresh');
    const faults: Faults = {
      ...(form.text('current') !== customer.password && { current: 'This is not your password.' }),
      ...(fresh.length < 10 && { fresh: 'A password has 10 letters or more.' }),
      ...(fresh !== form.text('again') && { again: 'The two are not the same.' }),
    };
    if (Object.keys(faults).length > 0) return showPassword(context, faults);
    save(context, { password: fresh.slice(0, 120) });
    return context.redirect('/account/password?note=password-saved', 303);
  });

  app.get('/account/cards', (context) => {
    const { shop, customer } = signedIn(context);
    const cards = shop.state.cards.all().filter((card) => card.customer === customer.id);
    return showPage(context, {
      title: 'Saved cards',
      trail,
      narrow: true,
      main: html`${cards.length === 0 && html`<p class="empty">No card is saved.</p>`}
<ul class="orders">${cards.map(
        ({
          id,
          lastFour,
          expires,
          holder,
        }) => html`<li><article class="order" aria-labelledby="${id}"><h2 id="${id}">Card ending in ${lastFour}</h2>
<p>${holder} <span class="soft">expires ${expires}</span></p>
<form method="post" action="/account/cards/${id}/delete" data-ask="Remove the card ending in ${lastFour}?"><button class="quiet" aria-label="Remove card ending in ${lastFour}">Remove</button></form></article></li>`,
      )}</ul>`,
    });
  });

  app.post('/account/cards/:id/delete', (context) => {
    const { shop, customer } = signedIn(context);
    const card = shop.state.cards.get(context.req.param('id'));
    if (card?.customer !== customer.id) return context.notFound();
    shop.state.cards.remove(card.id);
    return context.redirect('/account/cards?note=card-gone', 303);
  });

  app.get('/account/returns', (context) => {
    const { shop, customer } = signedIn(context);
    const returns = shop.state.returns.all().filter((each) => each.customer === customer.id);
    const nameOf = (order: string, sku: string) =>
      shop.state.orders.get(order)?.lines.find((line) => line.sku === sku)?.name;
    return showPage(context, {
      title: 'Your returns',
      trail,
      main:
        returns.length === 0
          ? html`<p class="empty">You have returned nothing.</p>`
          : html`<div class="scroll" tabindex="0" role="region" aria-label="Returns"><table><thead><tr>${['Asked for on', 'Article', 'Quantity', 'Reason', 'You want', 'Status', 'Order'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${returns.map((each) => html`<tr><td>${longDate(each.requestedOn)}</td><td>${nameOf(each.order, each.sku)} <span class="soft">${each.sku}</span></td><td>${each.qty}</td><td>${each.reason}</td><td>${each.wants}</td><td>${each.status}</td><td><a href="/orders/${each.order}">${each.order}</a></td></tr>`)}</tbody></table></div>`,
    });
  });
}

function overview({ name, email, customerSince }: Account): Markup {
  const tiles = [
    ['/orders', 'Orders', 'See, cancel, return, order again'],
    ['/account/returns', 'Returns', 'What is on its way back'],
    ['/account/addresses', 'Addresses', 'Where parcels go'],
    ['/account/cards', 'Saved cards', 'How you pay'],
    ['/account/profile', 'Profile', 'Name, mail, phone'],
    ['/account/preferences', 'Preferences', 'What we send you'],
    ['/account/password', 'Password', 'Choose another one'],
    ['/wishlist', 'Wish list', 'What you keep for later'],
  ] as const;
  return html`<p>${name}, ${email}. A customer since ${longDate(customerSince)}.</p>
<ul class="tiles">${tiles.map(([href, words, more]) => html`<li><a href="${href}">${words}</a> <span class="soft">${more}</span></li>`)}</ul>
<form method="post" action="/sign-out"><button>Sign out</button></form>`;
}

function save(context: Asked, changes: Partial<Omit<Account, 'id'>>): void {
  const { shop, customer } = signedIn(context);
  const changed = { ...customer, ...changes };
  if (JSON.stringify(changed) !== JSON.stringify(customer)) shop.state.accounts.put(changed);
}

function showProfile(
  context: Asked,
  { name, email, phone }: Pick<Account, 'name' | 'email' | 'phone'>,
  faults: Faults,
) {
  return showPage(context, {
    title: 'Profile',
    trail,
    narrow: true,
    status: Object.keys(faults).length > 0 ? 422 : 200,
    main: html`${faultList(faults)}<form method="post" action="/account/profile">
${field(faults, { name: 'name', label: 'Name', value: name, autocomplete: 'name' })}
${field(faults, { name: 'email', label: 'Mail address', value: email, type: 'text', autocomplete: 'email' })}
${field(faults, { name: 'phone', label: 'Phone', value: phone, type: 'tel', autocomplete: 'tel' })}
<p class="actions"><button class="main">Save profile</button> <a href="/account">Cancel</a></p></form>`,
  });
}

function showPassword(context: Asked, faults: Faults) {
  return showPage(context, {
    title: 'Password',
    trail,
    narrow: true,
    status: Object.keys(faults).length > 0 ? 422 : 200,
    main: html`${faultList(faults)}<form method="post" action="/account/password">
${field(faults, { name: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password' })}
${field(faults, { name: 'fresh', label: 'New password', type: 'password', hint: '10 letters or more', autocomplete: 'new-password' })}
${field(faults, { name: 'again', label: 'New password again', type: 'password', autocomplete: 'new-password' })}
<p class="actions"><button class="main">Change password</button> <a href="/account">Cancel</a></p></form>`,
  });
}
