import { expect, test } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { forged, live, open, post, run, status, write } from '../../testing/guests/memo-app.ts';
import type { Call } from '../../testing/play.ts';

const registering = `navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready)
  .then(({ active }) => active.state === "activated" || new Promise((done) => { active.onstatechange = done; }))`;

test.concurrent('what the host keeps is seen again in a new tab, whatever the cache has', async () => {
  const done = await live([
    open('/memo'),
    run(`(async () => { ${post('/api/file')} })()`),
    run('location.reload()'),
  ]);
  expect(done.result.status).toBe('passed');
  expect(done.facts).toMatchObject({ version: 2, provenance: true, second: { url: 'https://a.test/memo' } });
  expect(done.facts?.second).not.toHaveProperty('requests');
});

test.concurrent('a request and a text by script are not the outcome', async () => {
  const forging = run(`(async () => { ${post('/api/log')}; ${write} })()`);
  expect((await status(forged([open('/memo'), forging])))[0]).toBe('tampered');
});

test.concurrent('a service worker that the guest left does not answer the new tab', async () => {
  const body = `self.addEventListener("install", () => skipWaiting());
    self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));
    self.addEventListener("fetch", (event) => { if (event.request.mode === "navigate")
      event.respondWith(new Response('<p id="state">filed</p>', { headers: { "content-type": "text/html" } })); });`;
  const answer: Call = ['answer', { pattern: 'https://a.test/worker.js', type: 'text/javascript', body }];
  const register = run(registering);
  const calls = [
    open('/memo'),
    answer,
    register,
    open('/memo'),
    run(`fetch('/api/log').then(({ status }) => status)`),
  ];
  expect(await status(forged(calls))).toEqual(['tampered', 'failed', 'postconditions[2] (dom_text match)']);
});

test.concurrent('a page that no web can have given is not the outcome', async () => {
  const success: Contract = { kind: 'dom_text', selector: '#state', contains: 'filed' };
  const calls = [open('/'), ['open', { url: 'data:text/html,<p id=state>filed</p>' }] as Call];
  expect(await status(live(calls, success))).toEqual(['tampered', 'passed', 'provenance']);
});
