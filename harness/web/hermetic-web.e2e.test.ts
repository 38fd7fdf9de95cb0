import { chmodSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { findChromium } from '../browser/chromium/find-chromium.ts';
import { browserOf, until } from '../testing/browser-of.ts';
import { folderOf, webOf } from '../testing/folder-of.ts';
import { within } from '../testing/processes.ts';

const host = `export const createHost = () => {
  let visits = 0;
  const html = (text) => new Response(text, { headers: { 'content-type': 'text/html' } });
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/visits') return html('visit ' + ++visits);
    if (pathname === '/echo') return new Response(request.method + ' ' + (request.headers.get('cookie') ?? '') + ' ' + (await request.text()));
    if (pathname === '/cookies') return new Response('set', { headers: [['set-cookie', 'a=1'], ['set-cookie', 'b=2; HttpOnly; Secure'], ['content-type', 'text/html']] });
    if (pathname === '/old') return Response.redirect('https://a.test/page', 302);
    if (pathname === '/throws') throw new Error('a mistake of its author');
    if (pathname === '/stream') return new Response(new ReadableStream({
      async start(controller) {
        for (const part of ['one ', 'two ', 'three']) {
          controller.enqueue(new TextEncoder().encode(part));
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        controller.close();
      },
    }));
    if (pathname === '/events') return new Response(new ReadableStream({
      start(controller) { controller.enqueue(new TextEncoder().encode('data: hello\\n\\n')); },
    }), { headers: { 'content-type': 'text/event-stream' } });
  };
};`;
const web = await webOf({
  'a.test/index.html': '<title>A</title><h1>Home</h1>',
  'a.test/page.html': '<h1>Page</h1><iframe src="https://b.test/frame"></iframe>',
  'a.test/worker.js':
    'const say = (port) => fetch("/data.json").then((r) => r.text()).then((t) => port.postMessage(t)); if (self.onconnect === null) onconnect = ({ ports: [port] }) => say(port); else say(self);',
  'a.test/sw.js':
    'addEventListener("fetch", (event) => { if (event.request.url.endsWith("/from-sw")) event.respondWith(fetch("/data.json?by=sw")); }); addEventListener("activate", (event) => event.waitUntil(clients.claim()));',
  'a.test/data.json': '{"from":"file"}',
  'a.test/_host.mjs': host,
  'a.test/deep/_host.js': 'secret',
  'b.test/frame.html': '<p>Frame of B</p>',
});
const browser = await browserOf(web);
const paths = () => (browser.web.hermetic?.accesses ?? []).map(({ url, status }) => `${status} ${url}`);
const seen = (path: string) => until(() => paths().includes(path));

test('https and http are answered on one port, and the address bar shows the real URL', async () => {
  await browser.open('https://a.test/');
  expect(await browser.run('[location.href, isSecureContext, document.title].join()')).toBe(
    'https://a.test/,true,A',
  );
  await browser.open('http://a.test/');
  expect(await browser.run('[location.href, isSecureContext].join()')).toBe('http://a.test/,false');
  await browser.open('https://a.test:8443/page');
  expect(await browser.run('location.href')).toBe('https://a.test:8443/page');
});

test('a cross-origin iframe and a popup get answers too', async () => {
  await browser.open('https://a.test/page');
  await seen('200 https://b.test/frame');
  await browser.run('void window.open("https://b.test/frame?popup")');
  await seen('200 https://b.test/frame?popup');
  await until(() => browser.judged().url === 'https://b.test/frame?popup');
  await browser.run('window.close()').catch(() => {});
  await until(() => browser.watch.tabs().length === 1);
});

test.each(['new Worker("/worker.js")', 'new SharedWorker("/worker.js").port'])(
  'what %s fetches is answered',
  async (worker) => {
    await browser.open('https://a.test/');
    const before = paths().length;
    expect(
      await browser.run(`new Promise((resolve) => { (${worker}).onmessage = ({ data }) => resolve(data); })`),
    ).toBe('{"from":"file"}');
    expect(paths().slice(before)).toContain('200 https://a.test/data.json');
  },
);

test('a service worker and its fetches get answers, and its request is logged once', async () => {
  await browser.open('https://a.test/');
  const text = await browser.run(`(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) await new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve; });
    const text = await (await fetch('/from-sw')).text();
    for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
    return text;
  })()`);
  expect(text).toBe('{"from":"file"}');
  expect(paths()).toContain('200 https://a.test/data.json?by=sw');
  expect(browser.watch.requests.filter(({ url }) => url.endsWith('?by=sw')).length).toBe(1);
});

test('a posted body arrives, cookies are set and sent back', async () => {
  await browser.open('https://a.test/cookies');
  expect(await browser.run('document.cookie')).toBe('a=1');
  expect(
    await browser.run('fetch("/echo", { method: "POST", body: "grüße ".repeat(2) }).then((r) => r.text())'),
  ).toBe('POST a=1; b=2 grüße grüße ');
});

test('redirects are followed, streams arrive whole', async () => {
  await browser.open('https://a.test/old');
  expect(await browser.run('location.href')).toBe('https://a.test/page');
  expect(browser.watch.requests.slice(-3).map(({ url, status }) => `${status} ${url}`)).toContain(
    '302 https://a.test/old',
  );
  expect(await browser.run('fetch("/stream").then((r) => r.text())')).toBe('one two three');
});

test('a host that throws answers 500, and the next request is served', async () => {
  await browser.open('https://a.test/throws');
  expect(browser.judged()).toMatchObject({ documentStatus: 500, errorPage: false });
  await browser.open('https://a.test/');
  expect(await browser.run('document.title')).toBe('A');
});

test('an unknown host gives a DNS error page and counts as unresolved', async () => {
  await browser.open('https://unknown.test/x');
  await until(() => browser.judged().errorPage);
  expect(browser.judged().url).toBe('https://unknown.test/x');
  expect((await browser.look({ text: 'body' })).facts.url).toBe('https://unknown.test/x');
  expect(browser.watch.unresolved).toContain('https://unknown.test/x');
  await browser.open('https://127.0.0.1/');
  await until(() => browser.judged().url === 'https://127.0.0.1/');
  expect(browser.judged().errorPage).toBe(true);
});

test.each([
  '/nothing',
  '/_host.mjs',
  '/_host',
  '/%5Fhost.mjs',
  '/deep/_host.js',
  '/..%2fb.test/frame',
  '/%2e%2e/b.test/frame.html',
  '/..%5cb.test',
  '/page/../../b.test/frame.html',
])('%s is not served', async (path) => {
  // Without the browser, which would normalise the path first.
  const said = await new Promise<string>((resolve) => {
    const socket = connect(browser.web.hermetic?.port ?? 0, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: a.test\r\nconnection: close\r\n\r\n`),
    );
    let text = '';
    socket
      .on('data', (data) => {
        text += data;
      })
      .on('close', () => resolve(text));
  });
  expect(said).toMatch(/^HTTP\/1\.1 404 /);
  expect(browser.web.hermetic?.accesses.at(-1)).toMatchObject({ status: 404, served: false });
});

test('the favicon does not count as a miss', async () => {
  await browser.open('https://a.test/');
  expect(await browser.run('fetch("/favicon.ico").then((r) => r.status)')).toBe(204);
  expect(browser.web.hermetic?.accesses.findLast(({ url }) => url.endsWith('/favicon.ico'))).toMatchObject({
    served: true,
  });
});

test('a worker keeps a page from being quiet no longer than its script and what it fetches', async () => {
  await browser.open('https://a.test/');
  await browser.run(
    'new Promise((resolve) => { new Worker("/worker.js?quiet").onmessage = () => resolve(); })',
  );
  await until(() => browser.judged().inFlight.size === 0);
  expect(browser.watch.requests.filter(({ url }) => url.endsWith('?quiet'))).toMatchObject([{ status: 200 }]);
});

test('neither a WebSocket nor an event stream nor a frame that went keeps a page from being quiet', async () => {
  await browser.open('https://a.test/');
  await browser.run(
    'new Promise((resolve) => { const s = new WebSocket("wss://a.test/socket"); s.onerror = s.onopen = () => resolve(); })',
  );
  await browser.run('new Promise((resolve) => { new EventSource("/events").onmessage = () => resolve(); })');
  await browser.run('fetch("/events").then((r) => r.body.getReader().read()).then(() => {})');
  await until(() => browser.judged().inFlight.size === 0);
});

test('the memory of a host is fresh each time a web is opened', async () => {
  for (let time = 1; time <= 2; time++) {
    const visit = web.open().hosts.get('a.test');
    const read = async () => (await visit?.(new Request('https://a.test/visits')))?.text();
    expect([await read(), await read()]).toEqual(['visit 1', 'visit 2']);
  }
});

test('only the loopback address is requested, also by the browser itself', async () => {
  const chromium = await findChromium();
  const folder = await folderOf();
  const wrapper = await folderOf({
    chrome: `#!/bin/sh\nexec "${chromium.executable}" --log-net-log=${folder}/net.json --net-log-capture-mode=Everything "$@"\n`,
  });
  chmodSync(`${wrapper}/chrome`, 0o755);
  const watched = await browserOf(web, { ...chromium, executable: `${wrapper}/chrome` });
  await watched.open('https://a.test/page');
  await watched.open('https://unknown.test/');
  await watched.open('https://a.test/');
  await watched.run(
    'new Promise((r) => { const p = new RTCPeerConnection({ iceServers: [{ urls: "stun:stun.example.org:3478" }] }); p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o)); p.onicegatheringstatechange = () => p.iceGatheringState === "complete" && r(); setTimeout(r, 500); })',
  );
  await watched.watch.cdp.send('Browser.close').catch(() => {});
  // The log is complete only after the exit of the process, which is later than the end of its connection.
  expect(await within(60_000, () => readFileSync(`${folder}/net.json`, 'utf8').trimEnd().endsWith('}'))).toBe(
    true,
  );
  // Chromium checks for IPv6 by connecting to this address, without a packet.
  const probe = '[2001:4860:4860::8888]:443';
  const log = readFileSync(`${folder}/net.json`, 'utf8');
  const { constants, events } = JSON.parse(log) as NetLog;
  const names = new Map(Object.entries(constants.logEventTypes).map(([name, number]) => [number, name]));
  const of = (pattern: RegExp) => events.filter(({ type }) => pattern.test(names.get(type) ?? ''));
  const connected = of(/^(TCP_CONNECT_ATTEMPT|UDP_CONNECT)$/).flatMap(({ params }) => params?.address ?? []);
  expect(connected).toContain(`127.0.0.1:${watched.web.hermetic?.port}`);
  expect(
    connected.filter((address) => !/^(127\.0\.0\.1|\[::1\]):/.test(address) && address !== probe),
  ).toEqual([]);
  expect(of(/^(UDP_BYTES_SENT|DNS_TRANSACTION|HOST_RESOLVER_SYSTEM_TASK|HOST_RESOLVER_DNS_TASK)$/)).toEqual(
    [],
  );
});

type NetLog = {
  constants: { logEventTypes: Record<string, number> };
  events: { type: number; params?: { address?: string } }[];
};
