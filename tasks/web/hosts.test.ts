import { globSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sized } from '../../harness/testing/sized.ts';
import { readFixtureSites } from '../../harness/web/fixture-sites.ts';

const root = import.meta.dirname;
const standIns = await readFixtureSites([root]);
const webHosts = globSync('*/_host.ts', { cwd: root }).map((file) => file.replace(/\/.*/, ''));
const slow = /report|figures/;
const known = globSync('*/**/*.{html,json}', { cwd: root })
  .map((file) => file.replace(/^[^/]*/, ''))
  .filter((file) => !slow.test(file));
const served = [
  '/order',
  '/orders/HC-AL-2BD',
  '/api/badge',
  '/api/look',
  '/api/notes',
  '/api/open/3',
  '/api/message',
  '/api/filed',
  '/api/recount',
  '/w/index.php?search=eiffel&title=Eiffel_Tower',
  '/wiki/',
  '/abs/2401.13919v4',
];

/** Addresses that an agent can make a browser request. Addresses that cannot be decoded never reach a host. */
const path = fc.oneof(
  fc.constantFrom(...known, ...known.map((file) => file.replace(/\.html$/, '')), ...served),
  fc.webPath(),
  fc.constantFrom(
    '/wiki/__proto__',
    '/wiki/constructor',
    '/std/../std/',
    '//',
    '/%00',
    '/wiki/%2E%2E%2f',
    `/wiki/${'x'.repeat(9000)}`,
  ),
);
const query = fc.oneof(
  fc.constant(''),
  fc.webQueryParameters().map((text) => `?${text}`),
  fc.constantFrom('?search=%E0%A4%A', '?title=%FF', '?search', '?title=../../_host.ts'),
);
const field = fc.constantFrom('name', 'place', 'seats', 'way', 'memo', '__proto__', '');
const body = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '{"memo":17}',
    'name=%E0%A4%A&place',
    '--x\r\nbroken',
    'x'.repeat(2 ** 20),
  ),
  fc
    .array(fc.tuple(field, fc.string({ unit: 'binary' })))
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&')),
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ unit: 'binary' }).map((name) =>
    new URLSearchParams({
      name: name.toWellFormed(),
      place: 'balcony',
      seats: '2',
      way: 'door',
    }).toString(),
  ),
);
const type = fc.constantFrom(
  '',
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain',
  'x',
);
const latin = fc.string({
  unit: fc
    .integer({ min: 0x21, max: 0xff })
    .filter((code) => code < 0x7f || code > 0xa0)
    .map((code) => String.fromCharCode(code)),
});
const cookie = fc.oneof(
  fc.constantFrom('', 'visit=', 'visit=x; badge=x', 'badge=%E0%A4%A', '; ; =', 'visit=__proto__'),
  latin,
);
const destination = fc.constantFrom('document', 'empty', 'iframe', '');
const method = fc.constantFrom('GET', 'POST', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'X');

const asked = fc
  .record({
    scheme: fc.constantFrom('https', 'https', 'http'),
    path,
    query,
    method,
    body,
    type,
    cookie,
    destination,
  })
  .map(({ scheme, path: asks, query: more, method: verb, body: sent, ...said }) => ({
    address: `${asks}${more}`,
    scheme,
    init: {
      method: verb,
      ...(verb === 'GET' || verb === 'HEAD' ? {} : { body: sent }),
      headers: { 'content-type': said.type, cookie: said.cookie, 'sec-fetch-dest': said.destination },
    },
  }));

/** Sends random requests to a fresh host, this many times. Hosts with a world get a quarter, because they take ten times as long. */
async function askAtRandom(name: string, times: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 1, maxLength: 6 }), async (requests) => {
      const host = standIns.open().hosts.get(name);
      for (const { scheme, address, init } of requests) {
        const answer = await host?.(new Request(`${scheme}://${name}${address}`, init));
        expect([undefined, Response]).toContain(answer?.constructor);
      }
    }),
    { numRuns: name.endsWith('.town.test') ? Math.ceil(times / 4) : times },
  );
}

test.each(webHosts)('%s answers whatever it is asked', (name) => askAtRandom(name, sized(30, 160)));
