import type { CreateHost } from '../../../harness/web/host-handler.ts';

const places = ['stalls', 'balcony'];
const ways = ['post', 'door'];

/** A box office: an order has a page only once it was placed, so its address cannot be guessed into being. */
export const createHost: CreateHost = () => {
  const placed = new Set<string>();
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/order') {
      if (request.method !== 'POST') return html(405, 'Orders come from the form', '');
      const reference = referenceOf(new URLSearchParams(await request.text()));
      if (!reference) return html(422, 'Not ordered', 'Something is missing or out of range.');
      placed.add(reference);
      return new Response(null, { status: 303, headers: { location: `/orders/${reference}` } });
    }
    const [, reference] = /^\/orders\/([\w-]+)$/.exec(pathname) ?? [];
    if (reference === undefined) return undefined;
    if (!placed.has(reference)) return html(410, 'No such order', '');
    return html(
      200,
      'Thank you',
      `<p id="confirmation">The box office confirmed your order as ${reference}.</p>`,
    );
  };
};

/** Initials, seats, place and way, as in `HC-GH-1SP`; null where the form was not filled as it must be. */
function referenceOf(form: URLSearchParams): string | null {
  const [name, place, seats, way] = ['name', 'place', 'seats', 'way'].map((field) =>
    (form.get(field) ?? '').trim(),
  );
  if (!name || !place || !seats || !way) return null;
  if (!places.includes(place) || !ways.includes(way) || !/^[1-6]$/.test(seats)) return null;
  const initials = name.split(/\s+/).map((word) => word.charAt(0));
  return `HC-${initials.join('')}-${seats}${place.charAt(0)}${way.charAt(0)}`
    .replace(/[^\w-]/g, '')
    .toUpperCase();
}

const html = (status: number, title: string, content: string) =>
  new Response(
    `<!doctype html>
<!-- Stand-in: a page of a made-up site, written for this benchmark. -->
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1>${content}<p><a href="/">Harbour concert</a></p></body></html>`,
    { status, headers: { 'content-type': 'text/html; charset=utf-8' } },
  );
