import type { CreateHost } from '../../../harness/web/host-handler.ts';

type Order = { reference: string; name: string; place: string; seats: string; way: string };

const places = ['stalls', 'balcony'];
const ways = ['post', 'door'];

/**
 * A box office. An order has a page only after it was placed, so a guessed address shows nothing. The page
 * lists all orders. The same order sent twice counts once.
 */
export const createHost: CreateHost = () => {
  const orders: Order[] = [];
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/order') {
      if (request.method !== 'POST') return html(405, 'Orders come from the form', '');
      const wanted = readOrder(new URLSearchParams(await request.text()));
      if (!wanted) return html(422, 'Not ordered', 'Something is missing or out of range.');
      return new Response(null, { status: 303, headers: { location: `/orders/${place(wanted)}` } });
    }
    const [, reference] = /^\/orders\/([\w-]+)$/.exec(pathname) ?? [];
    if (reference === undefined) return undefined;
    const order = orders.find((each) => each.reference === reference);
    return order ? html(200, 'Thank you', confirmation(order, orders)) : html(410, 'No such order', '');
  };

  function place(wanted: Omit<Order, 'reference'>): string {
    const first = referenceOf(wanted);
    const alike = orders.filter(({ reference }) => reference === first || reference.startsWith(`${first}-`));
    const again = alike.find(({ name }) => name === wanted.name);
    if (again) return again.reference;
    const reference = alike.length === 0 ? first : `${first}-${alike.length + 1}`;
    orders.push({ ...wanted, reference });
    return reference;
  }
};

/** Null if the form is incomplete or invalid. Tickets print names in capitals. */
function readOrder(form: URLSearchParams): Omit<Order, 'reference'> | null {
  const [name = '', place = '', seats = '', way = ''] = ['name', 'place', 'seats', 'way'].map((field) =>
    (form.get(field) ?? '').trim(),
  );
  if (!name || !places.includes(place) || !ways.includes(way) || !/^[1-6]$/.test(seats)) return null;
  return { name: name.replace(/\s+/g, ' ').toUpperCase(), place, seats, way };
}

/** Initials, seats, place and delivery, as in `HC-GH-1SP`. */
function referenceOf({ name, place, seats, way }: Omit<Order, 'reference'>): string {
  const initials = name.split(' ').map((word) => word.charAt(0));
  return `HC-${initials.join('')}-${seats}${place.charAt(0)}${way.charAt(0)}`
    .replace(/[^\w-]/g, '')
    .toUpperCase();
}

const confirmation = ({ reference }: Order, orders: readonly Order[]) =>
  `<p id="confirmation">The box office confirmed your order as ${reference}.</p>
<table id="orders"><caption>Your orders</caption>
<thead><tr><th>Order</th><th>Name</th><th>Seats</th><th>Place</th><th>Tickets</th></tr></thead>
<tbody>${orders.map(row).join('')}</tbody></table>`;

const row = ({ reference, name, seats, place, way }: Order) =>
  `<tr><td>${reference}</td><td>${escapeHtml(name)}</td><td>${seats}</td><td>${place}</td><td>${
    way === 'door' ? 'at the door' : 'by post'
  }</td></tr>`;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const html = (status: number, title: string, content: string) =>
  new Response(
    `<!doctype html>
<!-- Stand-in: a page of a made-up site, written for this benchmark. -->
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1>${content}<p><a href="/">Harbour concert</a></p></body></html>`,
    { status, headers: { 'content-type': 'text/html; charset=utf-8' } },
  );
