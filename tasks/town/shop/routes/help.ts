import { html } from 'hono/html';
import { returnDays } from '../ledger/change-order.ts';
import { testCards } from '../ledger/pay.ts';
import { type Faults, faultList, field, select } from '../pages/field.ts';
import { type Markup, showPage } from '../pages/layout.ts';
import { deliveries } from '../state/deliveries.ts';
import { pickupPoints } from '../state/pickup-points.ts';
import { type Asked, type Form, mustSignIn, readForm, type ShopApp, signedIn } from '../visit.ts';
import { mark } from '../words/mark.ts';
import { euros } from '../words/money.ts';

type HelpPage = { title: string; main: Markup };

const trail = [{ name: 'Help', href: '/help' }];
const topics = ['An order', 'A return', 'A product', 'My account', 'Something else'];

const days = ([least, most]: readonly [number, number]) =>
  least === most ? `${least} working day` : `${least} to ${most} working days`;

const pages: Readonly<Record<string, HelpPage>> = {
  delivery: {
    title: 'Delivery',
    main: html`<div class="scroll" tabindex="0" role="region" aria-label="Delivery options"><table><thead><tr><th scope="col">Way</th><th scope="col">Takes</th><th scope="col">Costs</th><th scope="col">Free from</th></tr></thead>
<tbody>${deliveries.map(({ name, workingDays, price, freeFrom }) => html`<tr><th scope="row">${name}</th><td>${days(workingDays)}</td><td>${euros(price)}</td><td>${freeFrom === null ? '–' : euros(freeFrom)}</td></tr>`)}</tbody></table></div>
<h2>Pick-up points</h2><ul>${pickupPoints.map(({ name, street, opens }) => html`<li>${name}, ${street}: ${opens}</li>`)}</ul>
<h2>Changing an order</h2><p>Until an order is packed you can cancel it or send it to another address, on the page of the order.</p>`,
  },
  returns: {
    title: 'Returns and refunds',
    main: html`<p>Things can come back within ${returnDays} days of their arrival, used as one would in a shop.</p>
<ol><li>Open the order under <a href="/orders">Orders</a> and choose “Return something”.</li><li>Say what, why, and whether you want a refund, an exchange or a voucher.</li><li>Hand the parcel in at a pick-up point within 14 days.</li></ol>
<h2>Refunds</h2><p>Money goes back the way it came within 5 working days of the parcel's arrival. Returns of damaged or wrong articles are free; others cost ${euros(390)}.</p>
<p><a href="/account/returns">See your returns</a></p>`,
  },
  payment: {
    title: 'Payment',
    main: html`<p>By saved card, another card, or invoice within 14 days. Nothing is sold here, so only test cards are taken:</p>
<div class="scroll" tabindex="0" role="region" aria-label="Test cards"><table><thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead>
<tbody>${Object.entries(testCards).map(([number, refused]) => html`<tr><td><code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code></td><td>${refused ?? 'Accepted.'}</td></tr>`)}</tbody></table></div>
<p>Any name, any future month, any three digits as the security code.</p>`,
  },
  sizes: {
    title: 'Sizes',
    main: html`<h2>Clothing</h2><table><thead><tr><th scope="col">Size</th><th scope="col">Chest</th></tr></thead><tbody>${[
      ['S', '88 to 94 cm'],
      ['M', '95 to 101 cm'],
      ['L', '102 to 109 cm'],
      ['XL', '110 to 118 cm'],
    ].map(([size, chest]) => html`<tr><th scope="row">${size}</th><td>${chest}</td></tr>`)}</tbody></table>
<h2>Footwear</h2><p>Between two sizes take the larger one. Walking boots want a thumb's width in front of the toes.</p>`,
  },
  privacy: {
    title: 'Privacy',
    main: html`<p>We keep what we need to send you a parcel, and no more. This made-up shop forgets everything as soon as it is closed.</p>`,
  },
  terms: {
    title: 'Terms of sale',
    main: html`<p>An order is a contract once it is packed. Prices hold for the day. What is sold out cannot be ordered.</p><p>At most ten of an article go into one order, and one code with it.</p>`,
  },
};

export function routeHelp(app: ShopApp): void {
  app.get('/help', (context) =>
    showPage(context, {
      title: 'Help',
      trail: [],
      narrow: true,
      main: html`<ul class="tiles">${Object.entries(pages).map(([id, { title }]) => html`<li><a href="/help/${id}">${title}</a></li>`)}<li><a href="/help/contact">Write to us</a></li></ul>`,
    }),
  );

  app.get('/about', (context) =>
    showPage(context, {
      title: 'About Copper Lane',
      trail: [],
      narrow: true,
      main: html`<p class="lead">Two rooms behind the harbour, full of things that last.</p><p>Mending counter: Tuesdays and Fridays, 10:00 to 17:00. Shop: Monday to Saturday, 9:00 to 18:30.</p><address>3 Copper Lane<br>46120 Greyhithe<br>01632 960999</address>`,
    }),
  );

  app.use('/help/contact', mustSignIn);
  app.get('/help/contact', (context) => showContact(context, null, {}));

  app.post('/help/contact', async (context) => {
    const form = await readForm(context);
    const { shop, customer } = signedIn(context);
    const [topic, number, text] = [form.text('topic'), form.text('order'), form.text('text').slice(0, 1000)];
    const order = shop.state.orders.get(number);
    const faults: Faults = {
      ...(!topics.includes(topic) && { topic: 'Choose what it is about.' }),
      ...(number && order?.customer !== customer.id && { order: 'You have no order with this number.' }),
      ...(text.length < 10 && { text: 'Write 10 letters or more.' }),
    };
    if (Object.keys(faults).length > 0) return showContact(context, form, faults);
    const id = `E-${mark(shop.world.seed, 'enquiry', customer.id, topic, number, text)}`;
    if (!shop.state.enquiries.get(id))
      shop.state.enquiries.put({
        id,
        customer: customer.id,
        topic,
        order: number || null,
        text,
        sentOn: shop.today,
      });
    return showPage(context, {
      title: 'Thank you for writing',
      trail,
      narrow: true,
      main: html`<p>Your message has the number <strong>${id}</strong>. We answer within two working days to ${customer.email}.</p><p><a href="/">Back to the shop</a></p>`,
    });
  });

  app.get('/help/:page', (context) => {
    const name = context.req.param('page');
    const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
    return page ? showPage(context, { ...page, trail, narrow: true }) : context.notFound();
  });
}

function showContact(context: Asked, form: Form | null, faults: Faults) {
  const said = (name: string) => form?.text(name) ?? '';
  return showPage(context, {
    title: 'Write to us',
    trail,
    narrow: true,
    status: Object.keys(faults).length > 0 ? 422 : 200,
    main: html`${faultList(faults)}<form method="post" action="/help/contact" data-once>
${select(faults, { name: 'topic', label: 'What is it about?', list: [['', 'Choose'], ...topics.map((topic) => [topic, topic] as const)], value: said('topic') })}
${field(faults, { name: 'order', label: 'Number of the order', value: said('order'), optional: true })}
${field(faults, { name: 'text', label: 'Your message', value: said('text'), rows: 6 })}
<p class="actions"><button class="main">Send message</button></p></form>`,
  });
}
