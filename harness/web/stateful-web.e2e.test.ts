import { once } from 'node:events';
import { Agent, request as ask } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { webOf } from '../testing/folder-of.ts';
import { openHermeticWeb } from './hermetic-web.ts';

/** Two sites: each keeps the data posted to it, and the first sends an event to the second. */
const keeper = (to: string | null) => `export const createHost = (world) => {
  let notes = [{ id: 'kept', text: 'first' }];
  let views = 0;
  const add = (text) => { notes = [...notes, { id: String(notes.length), text }]; };
  return {
    fetch: async (request) => {
      views += 1;
      if (request.method === 'GET') return new Response(String(world.random('greeting').int(1, 1e9)));
      const text = await request.text();
      add(text);
      ${to === null ? '' : `world.post('${to}', { kind: 'note', text });`}
      return new Response('kept');
    },
    receive: ({ text }) => add(text),
    tables: () => ({ notes, views: [{ id: 'all', views }] }),
    volatile: ['views'],
  };
};`;

const fixtureSites = await webOf({
  'a.test/_host.mjs': keeper('b.test'),
  'b.test/_host.mjs': keeper(null),
  'c.test/index.html': 'pages only',
});

async function openWeb(seed?: number) {
  const web = await openHermeticWeb(fixtureSites, seed);
  onTestFinished(() => web.close());
  const send = async (host: string, body?: string, agent: Agent | false = false) => {
    const sent = ask({
      agent,
      port: web.port,
      method: body === undefined ? 'GET' : 'POST',
      headers: { host },
    });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    return { status: answer.statusCode, body: await text(answer) };
  };
  return { web, send };
}

test('changes of each site are listed, also those that another site caused; volatile tables are left out', async () => {
  const { web, send } = await openWeb();
  await send('c.test');
  await send('a.test');
  expect([...web.changes()]).toEqual([
    ['a.test', []],
    ['b.test', []],
  ]);
  await send('a.test', 'hello');
  const added = { table: 'notes', key: '1', op: 'added', before: null, after: { id: '1', text: 'hello' } };
  expect(Object.fromEntries(web.changes())).toEqual({ 'a.test': [added], 'b.test': [added] });
});

test('every web starts with a fresh world of its seed', async () => {
  const greeting = async (seed?: number) => (await (await openWeb(seed)).send('a.test')).body;
  expect(await greeting(7)).toBe(await greeting(7));
  expect(await greeting(7)).not.toBe(await greeting(8));
});

test('after the freeze each request gets a 503, is counted and changes nothing', async () => {
  const { web, send } = await openWeb();
  await send('a.test', 'in time');
  expect(await web.freeze()).toBe('quiet');
  expect(await send('a.test', 'too late')).toMatchObject({ status: 503 });
  expect(web.late).toBe(1);
  expect(web.changes().get('a.test')).toHaveLength(1);
  expect(web.accesses).toHaveLength(1);
});

test('a connection whose sender is gone gets no answer; one from outside the browsers is foreign', async () => {
  const { web, send } = await openWeb();
  const forget = web.onlyFrom(() => 'gone');
  await expect(send('a.test', 'never kept')).rejects.toThrow();
  forget();
  for (const senders of [['other'], ['other', 'own'], []] as const) {
    const forgets = senders.map((sender) => web.onlyFrom(() => sender));
    await send('c.test');
    for (const each of forgets) each();
  }
  expect(web.accesses.map(({ isForeign }) => isForeign)).toEqual([true, false, false]);
});

test('connections from the same port of two addresses are both foreign', async () => {
  const { web } = await openWeb();
  web.onlyFrom(() => 'other');
  // Only Linux has a second loopback address.
  const isLinux = process.platform === 'linux';
  const from = async (localAddress: string, localPort = 0) => {
    const socket = connect({ port: web.port, host: '127.0.0.1', localAddress, localPort });
    await once(socket, 'connect');
    const said = async (method: string) => {
      socket.write(`${method} / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 0\r\n\r\n`);
      await once(socket, 'data');
    };
    return { socket, said };
  };
  const pair = async () => {
    const first = await from(isLinux ? '127.0.0.2' : '127.0.0.1');
    const second = from('127.0.0.1', isLinux ? first.socket.localPort : 0);
    return { first, second: await second.catch(() => null) };
  };
  // Another process can have the port of the first connection at the second address.
  let { first, second } = await pair();
  while (second === null) {
    first.socket.destroy();
    ({ first, second } = await pair());
  }
  await first.said('GET');
  first.socket.destroy();
  await second.said('GET');
  await second.said('POST');
  second.socket.destroy();
  expect(web.accesses.map(({ method, isForeign }) => [method, isForeign])).toEqual([
    ['GET', true],
    ['GET', true],
    ['POST', true],
  ]);
});

test('a connection from before the first browser is closed', async () => {
  const { web, send } = await openWeb();
  const agent = new Agent({ keepAlive: true });
  await send('a.test', undefined, agent);
  web.onlyFrom(() => 'other');
  await send('a.test', 'kept', agent).catch(() => {});
  agent.destroy();
  expect(web.accesses.map(({ isForeign, method }) => [method, isForeign])).not.toContainEqual([
    'POST',
    false,
  ]);
});
