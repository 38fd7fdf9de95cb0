import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { browserOf, until } from '../testing/browser-of.ts';
import { webOf } from '../testing/folder-of.ts';

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
  'a.test/leaving.html': `<h1>Leaving</h1><iframe src="https://b.test/leaving"></iframe><script>
    const hidden = () => document.visibilityState === 'hidden' && navigator.sendBeacon('/left-hidden', 'x');
    addEventListener('visibilitychange', hidden);
    addEventListener('pagehide', () => {
      navigator.sendBeacon('/left-beacon', 'x');
      navigator.sendBeacon('https://b.test/left-beacon', 'x');
      fetch('/left-kept', { method: 'POST', body: 'x', keepalive: true });
      new Image().src = '/left-image';
    });
  </script>`,
  'a.test/closing.html': `<script>addEventListener('pagehide', () => navigator.sendBeacon('/left-popup', 'x')); onload = () => close()</script>`,
  'a.test/socket.js': 'new WebSocket("wss://a.test/socket-of-worker").onerror = () => postMessage(1)',
  'a.test/part.js': '',
  'a.test/sw-part.js': '',
  'a.test/prerendered.html': '<h1>Prerendered</h1><img src="/of-prerendered.png">',
  'a.test/_host.mjs': `export const createHost = () => async ({ url, method }) => {
    const { pathname } = new URL(url);
    if (pathname === '/moved') return new Response(null, { status: 302, headers: { location: '/moved-on' } });
    if (pathname === '/stream') return new Response('data: 1\\n\\n', { headers: { 'content-type': 'text/event-stream' } });
    return method === 'POST' ? new Response('posted') : undefined;
  };`,
  'b.test/leaving.html':
    '<script>addEventListener("pagehide", () => navigator.sendBeacon("/left-frame", "x"))</script>',
  'b.test/frame.html': '<img src="/of-frame.png">',
  'b.test/_host.mjs': `export const createHost = () => async ({ method }) =>
    method === 'OPTIONS' || method === 'PUT' ? new Response('', { headers: {
      'access-control-allow-origin': '*', 'access-control-allow-methods': 'PUT', 'access-control-allow-headers': 'x-own' } }) : undefined;`,
});

const browser = await browserOf(web);
const accesses = () => browser.web.hermetic?.accesses ?? [];
const asked = (url: string) => accesses().some((access) => access.url === url);
const foreign = () => accesses().filter(({ isForeign }) => isForeign);

test('all requests that a page causes belong to the browser, of any kind and at any time', async () => {
  await browser.open('https://a.test/all');
  await browser.run(`(async () => {
    const told = (port) => new Promise((done) => { port.onmessage = done; });
    await told(new Worker('/worker.js'));
    const shared = new SharedWorker('/shared.js'); shared.port.start(); await told(shared.port);
    await navigator.serviceWorker.register('/sw.js'); await navigator.serviceWorker.ready;
    await fetch('https://b.test/put', { method: 'PUT', headers: { 'x-own': '1' } });
    await fetch('/moved', { redirect: 'follow' });
    navigator.sendBeacon('/beacon', 'x');
    await new Promise((done) => { const stream = new EventSource('/stream'); stream.onmessage = () => { stream.close(); done(); }; });
    const xhr = new XMLHttpRequest(); xhr.open('HEAD', '/head'); xhr.send();
    await new Promise((done) => { xhr.onloadend = done; });
    await new Promise((done) => { new WebSocket('wss://a.test/socket').onerror = done; });
    await told(new Worker('/socket.js'));
    const transport = new WebTransport('https://a.test/transport'); await transport.ready.catch(() => {});
  })()`);
  await until(() =>
    ['by-sw', 'by-worker', 'beacon', 'video.mp4'].every((path) => asked(`https://a.test/${path}`)),
  );
  await browser.open('https://a.test/');
  await browser.run('document.querySelector("#ping").click()');
  await browser.run(`open('/closing') !== null`);
  await until(() => asked('https://a.test/left-popup') && browser.watch.tabs().length === 1);
  await browser.open('https://a.test/leaving');
  const before = browser.watch.happened.requests;
  await browser.open('https://a.test/');
  const left = ['a.test/left-hidden', 'a.test/left-beacon', 'b.test/left-beacon', 'a.test/left-kept'];
  const late = [...left, 'a.test/left-image', 'b.test/left-frame', 'a.test/ping'];
  await until(() => late.every((path) => asked(`https://${path}`)));
  expect(asked('https://a.test/socket') && asked('https://a.test/socket-of-worker')).toBe(true);
  expect(browser.watch.happened.requests - before).toBeGreaterThanOrEqual(left.length);
  expect(accesses().length).toBeGreaterThan(40);
  expect(foreign()).toEqual([]);
});

test('a request of another process to a host is foreign, even if the browser makes the same request', async () => {
  const ask = async (host: string, method: string, path: string) => {
    const headers = { host, 'user-agent': await browser.run<string>('navigator.userAgent') };
    const sent = request({ port: browser.web.hermetic?.port, method, path, headers });
    sent.end();
    const [answer] = await once(sent, 'response');
    return answer.resume().statusCode;
  };
  await browser.run(`fetch('/order', { method: 'POST' })`);
  expect(await ask('a.test', 'POST', '/order')).toBe(200);
  expect(foreign()).toEqual([expect.objectContaining({ url: 'http://a.test/order', method: 'POST' })]);
  // As a port scanner of this machine does.
  expect(await ask('localhost', 'GET', '/')).toBe(404);
  expect(foreign()).toHaveLength(1);
});
