import { once } from 'node:events';
import { request as ask } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../testing/browser-of.ts';
import { webOf } from '../testing/folder-of.ts';
import { openHermeticWeb } from './hermetic-web.ts';

/** A host without any check of its requests. */
const trusting = await webOf({
  'a.test/_host.mjs': `export const createHost = () => async (request) => {
    decodeURIComponent(new URL(request.url).pathname);
    if (request.url.endsWith('/json')) return Response.json(await request.json());
    if (request.url.endsWith('/form')) return Response.json([...await request.formData()]);
    if (request.url.endsWith('/said')) return await request.text();
    return new Response(await request.text());
  };`,
});

async function openWeb() {
  const web = await openHermeticWeb(trusting);
  onTestFinished(() => web.close());
  return web;
}

type Asking = { method?: string; path?: string; type?: string; host?: string; body?: string };

async function statusOf(
  port: number,
  { method = 'POST', path = '/', type = 'text/plain', host = 'a.test', body = '' }: Asking,
): Promise<number | undefined> {
  const sent = ask({ port, method, path, headers: { host, 'content-type': type } });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  await text(answer);
  return answer.statusCode;
}

const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const multipart = 'multipart/form-data; boundary=x';

test.each<[what: string, asking: Asking]>([
  ['has an address that is cut off', { path: '/%E0%A4%A' }],
  ['has an address in no encoding', { path: '/%FF' }],
  ['names no host', { host: 'a b' }],
  ['is sent to trace', { method: 'TRACE' }],
  ['says JSON and has none', { path: '/json', type: 'application/json; charset=utf-8', body: '{' }],
  ['is longer than 16 MiB', { body: 'x'.repeat(2 ** 24 + 1) }],
  ['is deeper than JSON can be written', { path: '/json', body: deep }],
  ['says that it has parts and has none', { path: '/form', type: multipart, body: '--x broken' }],
])('a request that %s gets a 400, and no host has failed', async (_, asking) => {
  const { port, accesses, faults } = await openWeb();
  expect(await statusOf(port, asking)).toBe(400);
  expect(accesses).toMatchObject([{ status: 400, served: false }]);
  expect(faults).toEqual([]);
});

test('a cut-off body is not a failure of the host that reads it', async () => {
  const { port, accesses, faults } = await openWeb();
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 10\r\n\r\nhalf');
  await until(() => accesses.length === 1);
  socket.destroy();
  await until(() => accesses[0]?.status !== 0);
  expect([accesses[0]?.status, faults]).toEqual([400, []]);
});

test.each<[what: string, asking: Asking, says: RegExp]>([
  [
    'wants JSON of a form',
    { path: '/json', type: 'application/x-www-form-urlencoded', body: 'a=1' },
    /SyntaxError/,
  ],
  ['wants a form of a text', { path: '/form', body: 'a=1' }, /TypeError/],
  [
    'answers a text',
    { path: '/said', body: 'words' },
    /TypeError: got a string as its answer; expected a Response or undefined/,
  ],
])('a host that %s has failed by itself', async (_, asking, says) => {
  const { port, faults } = await openWeb();
  expect(await statusOf(port, asking)).toBe(500);
  expect(faults).toEqual([expect.stringMatching(says)]);
});
