import { expect, test } from 'vitest';
import { browserOf, until } from '../testing/browser-of.ts';
import { webOf } from '../testing/folder-of.ts';
import { unmatchedRequests, withoutMatch } from './unmatched-requests.ts';

const web = await webOf({
  'a.test/index.html': '<h1>Start</h1><a id="ping" href="#part" ping="/ping">ping</a>',
  'a.test/all.html': `<link rel="icon" href="/icon.png"><link rel="manifest" href="/manifest.json">
    <link rel="prefetch" href="/prefetched"><link rel="preload" as="fetch" crossorigin href="/preloaded">
    <link rel="modulepreload" href="/module.js"><link rel="stylesheet" href="/style.css">
    <script type="speculationrules">{"prefetch":[{"source":"list","urls":["/speculated"],"eagerness":"immediate"}],"prerender":[{"source":"list","urls":["/prerendered"],"eagerness":"immediate"}]}</script>
    <img src="/image.png"><img src="https://b.test/image.png"><video src="/video.mp4"></video>
    <object data="/object.html"></object><embed src="/embed.html">
    <iframe src="/frame.html"></iframe><iframe src="https://b.test/frame.html"></iframe>
    <script type="module" src="/module.js"></script>`,
  'a.test/style.css':
    '@font-face { font-family: own; src: url(/font.woff2) } body { font-family: own; background: url(/back.png) }',
  'a.test/module.js': 'import("/imported.js").catch(() => {})',
  'a.test/worker.js': 'importScripts("/part.js"); fetch("/by-worker").then(() => postMessage(1))',
  'a.test/shared.js':
    'onconnect = ({ ports: [port] }) => fetch("/by-shared").then(() => port.postMessage(1))',
  'a.test/sw.js':
    'importScripts("/sw-part.js"); onactivate = (event) => event.waitUntil(clients.claim().then(() => fetch("/by-sw")));',
  'a.test/part.js': '',
  'a.test/sw-part.js': '',
  'a.test/prerendered.html': '<h1>Prerendered</h1><img src="/of-prerendered.png">',
  'a.test/_host.mjs': `export const createHost = () => async ({ url, method }) => {
    const { pathname } = new URL(url);
    if (pathname === '/moved') return new Response(null, { status: 302, headers: { location: '/moved-on' } });
    if (pathname === '/stream') return new Response('data: 1\\n\\n', { headers: { 'content-type': 'text/event-stream' } });
    return method === 'POST' ? new Response('posted') : undefined;
  };`,
  'b.test/frame.html': '<img src="/of-frame.png">',
  'b.test/_host.mjs': `export const createHost = () => async ({ method }) =>
    method === 'OPTIONS' || method === 'PUT' ? new Response('', { headers: {
      'access-control-allow-origin': '*', 'access-control-allow-methods': 'PUT', 'access-control-allow-headers': 'x-own' } }) : undefined;`,
});

test('all that a page makes the browser ask for is seen, in whatever way it asks', async () => {
  const browser = await browserOf(web);
  await browser.open('https://a.test/all');
  await browser.run(`(async () => {
    const told = (port) => new Promise((done) => { port.onmessage = done; });
    await told(new Worker('/worker.js'));
    const shared = new SharedWorker('/shared.js'); shared.port.start(); await told(shared.port);
    await navigator.serviceWorker.register('/sw.js'); await navigator.serviceWorker.ready;
    await fetch('/said-to-be-one', { headers: { 'service-worker': 'script' } });
    await fetch('https://b.test/put', { method: 'PUT', headers: { 'x-own': '1' } });
    await fetch('/moved', { redirect: 'follow' });
    await fetch('/kept', { method: 'POST', body: 'x', keepalive: true });
    navigator.sendBeacon('/beacon', 'x');
    await new Promise((done) => { const stream = new EventSource('/stream'); stream.onmessage = () => { stream.close(); done(); }; });
    const xhr = new XMLHttpRequest(); xhr.open('HEAD', '/head'); xhr.send();
    await new Promise((done) => { xhr.onloadend = done; });
  })()`);
  const asked = (path: string) =>
    browser.web.hermetic?.accesses.some(({ url }) => url === `https://a.test${path}`);
  await until(() => ['/by-sw', '/by-worker', '/beacon', '/video.mp4'].every(asked));
  await browser.open('https://a.test/');
  await browser.run('document.querySelector("#ping").click()');
  await until(() => asked('/ping') === true);
  const { hermetic } = browser.web;
  // A second after a page is opened in a service worker's scope Chromium looks whether its scripts are new.
  await until(() => hermetic?.accesses.filter(({ url }) => url.endsWith('/sw-part.js')).length === 2);
  expect(hermetic?.accesses.length).toBeGreaterThan(30);
  expect(hermetic && (await unmatchedRequests(hermetic, browser.watch))).toEqual([]);
  const ofServiceWorker = browser.watch.requests.filter(({ isOfServiceWorker }) => isOfServiceWorker);
  expect(ofServiceWorker.map(({ url }) => url)).toEqual([
    'https://a.test/sw.js',
    'https://a.test/sw-part.js',
  ]);
});

test('a request is matched as often as the browser sent it, by method and address, fragment aside', () => {
  const ask = (method: string, path: string) => ({ method, url: `https://a.test${path}` });
  const accesses = [ask('GET', '/a'), ask('GET', '/a'), ask('POST', '/a'), ask('GET', '/favicon.ico')];
  const sent = (method: string, path: string, wasSent = true) => ({ ...ask(method, path), wasSent });
  const requests = [sent('GET', '/a#part'), sent('GET', '/b'), sent('POST', '/a', false)];
  expect(withoutMatch(accesses, requests)).toEqual([ask('GET', '/a'), ask('POST', '/a')]);
});

const decoys = await webOf({
  'a.test/index.html': '<h1>Start</h1>',
  'a.test/worker.js': `onfetch = (event) => { if (event.request.url.endsWith('/by-worker')) event.respondWith(new Response('x')); };
    onactivate = (event) => event.waitUntil(clients.claim());`,
  'a.test/_host.mjs': `export const createHost = () => ({ url, method }) => {
    const { pathname } = new URL(url);
    if (pathname === '/moved') return new Response(null, { status: 307, headers: { location: '/posted' } });
    if (pathname === '/late') return new Promise(() => {});
    const headers = { 'cache-control': pathname === '/kept' ? 'max-age=60' : 'no-store' };
    return method === 'POST' || pathname === '/kept' ? new Response('x', { headers }) : undefined;
  };`,
});

test('a request that a worker or a cache answered, or that was blocked, is not taken for one that the web had', async () => {
  const browser = await browserOf(decoys);
  await browser.open('https://a.test/');
  await browser.run(`(async () => {
    const post = (path) => fetch(path, { method: 'POST', signal: AbortSignal.timeout(300) }).catch(() => {});
    await (await fetch('/kept')).text();
    await (await fetch('/kept')).text();
    await post('/moved');
    await post('/late');
    const taken = new Promise((done) => { navigator.serviceWorker.oncontrollerchange = done; });
    await navigator.serviceWorker.register('/worker.js');
    await taken;
    await post('/by-worker');
  })()`);
  const { cdp, requests } = browser.watch;
  await cdp.send('Network.setBlockedURLs', { urls: ['*blocked*'] }, browser.judged().sessionId);
  await browser.run('fetch("/blocked", { method: "POST" }).catch(() => {})');
  const seen = (path: string) => requests.filter(({ url }) => url === `https://a.test${path}`);
  await until(() => seen('/late')[0]?.wasSent === true);
  const paths = ['/kept', '/moved', '/posted', '/late', '/by-worker', '/blocked'];
  expect(paths.map((path) => seen(path).map(({ wasSent }) => wasSent))).toEqual([
    [true, false],
    [true],
    [true],
    [true],
    [false],
    [false],
  ]);
  const { hermetic } = browser.web;
  expect(hermetic && (await unmatchedRequests(hermetic, browser.watch))).toEqual([]);
});

test('a script of a service worker may come again: Chromium asks by itself whether it is new', () => {
  const script = { url: 'https://a.test/worker.js', method: 'GET' };
  const order = { url: 'https://a.test/order', method: 'POST' };
  const asked = { ...script, wasSent: true, isOfServiceWorker: true };
  expect(withoutMatch([script, script, order], [asked])).toEqual([order]);
  expect(withoutMatch([script, script], [{ ...script, wasSent: true }])).toEqual([script]);
});
