import { expect, test } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../../testing/folder-of.ts';
import { type Call, play } from '../../testing/play.ts';
import { isLong } from '../../testing/sized.ts';

const web = await webOf({
  'a.test/index.html': '<h1>Start</h1><p id="state"></p>',
  'a.test/app.html': `<p id="state"></p><script>fetch("/api/file", { method: "POST" }).then(() => {
    document.querySelector("#state").textContent = location.search ? "filed, thank you" : "filed";
    history.pushState(null, "", "/memo"); })</script>`,
  'a.test/stored.html': `<p id="state"></p><script>
    document.querySelector("#state").textContent = localStorage.getItem("name") === "Ada" ? "filed" : "open";</script>`,
  'a.test/_host.mjs': `export const createHost = () => {
    let filed = false;
    return (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/api/file') { filed = true; return new Response('filed'); }
      if (pathname === '/api/log') return new Response('logged');
      if (pathname !== '/memo') return undefined;
      const headers = { 'content-type': 'text/html', 'cache-control': 'max-age=3600' };
      return new Response('<p id="state">' + (filed ? 'filed' : 'open') + '</p>', { headers });
    };
  };`,
});

const filed = (path = '/memo'): Contract => ({
  kind: 'and',
  children: [
    { kind: 'url', pattern: `^https://a\\.test${path}$` },
    { kind: 'network', url_pattern: '/api/', status_in: [200], since: 'contract_enter' },
    { kind: 'dom_text', selector: '#state', contains: 'filed' },
  ],
});
/** What never shows the outcome is not waited for. */
const plan = { showLimitMs: 500 };
const live = (calls: Call[], success = filed()) => play({ web, success, task: { verify: 'live' }, calls });
const forged = (calls: Call[], success = filed()) =>
  play({ web, success, task: { verify: 'live' }, calls, plan });
const open = (path: string): Call => ['open', { url: `https://a.test${path}` }];
const run = (script: string): Call => ['run', { script }];
const post = (path: string) => `await fetch('${path}', { method: 'POST' })`;
const write = `document.querySelector('#state').textContent = 'filed'`;
const status = async (played: ReturnType<typeof live>) => {
  const { result, verdict, left } = await played;
  expect(left).toEqual([]);
  return [result.status, verdict?.outcome ?? null, result.failedPostcondition?.name ?? null];
};

const registering = `navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready)
  .then(({ active }) => active.state === "activated" || new Promise((done) => { active.onstatechange = done; }))`;

if (isLong) {
  test.concurrent('what the host keeps is seen again in a new tab, whatever the cache has', async () => {
    const done = await live([
      open('/memo'),
      run(`(async () => { ${post('/api/file')} })()`),
      run('location.reload()'),
    ]);
    expect(done.result.status).toBe('passed');
    expect(done.facts).toMatchObject({
      version: 2,
      provenance: true,
      second: { url: 'https://a.test/memo' },
    });
    expect(done.facts?.second).not.toHaveProperty('requests');
  });
}

test.concurrent('a request and a text by script are not the outcome', async () => {
  const forging = run(`(async () => { ${post('/api/log')}; ${write} })()`);
  expect((await status(forged([open('/memo'), forging])))[0]).toBe('tampered');
});

if (isLong)
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

if (isLong)
  test.concurrent('a page that no web can have given is not the outcome', async () => {
    const success: Contract = { kind: 'dom_text', selector: '#state', contains: 'filed' };
    const calls = [open('/'), ['open', { url: 'data:text/html,<p id=state>filed</p>' }] as Call];
    expect(await status(live(calls, success))).toEqual(['tampered', 'passed', 'provenance']);
  });

if (isLong) {
  test('what the page stored for itself is still there', async () => {
    const calls = [
      open('/stored'),
      run(`localStorage.setItem('name', 'Ada'); fetch('/api/log')`),
      run('location.reload()'),
    ];
    expect(await status(live(calls, filed('/stored')))).toEqual(['passed', 'passed', null]);
  });

  test('a request, a text and an address by script are not the outcome', async () => {
    const forging = run(
      `(async () => { ${post('/api/log')}; ${write}; history.pushState(null, '', '/memo') })()`,
    );
    expect(await status(forged([forging]))).toEqual([
      'tampered',
      'failed',
      'postconditions[2] (dom_text match)',
    ]);
  });

  const atMemo = run(`new Promise((done) => { const ask = () =>
  location.pathname === '/memo' ? done() : setTimeout(ask, 10); ask(); })`);

  test('an app that sets its own address has the outcome that its host keeps', async () => {
    const { result, facts } = await live([open('/app'), atMemo]);
    expect(result.status).toBe('passed');
    expect(facts).toMatchObject({ provenance: false, texts: { first: facts?.texts?.second } });
  });

  test('nobody is called a forger where such an app then says something else', async () => {
    const { result } = await forged([open('/app?thanks'), atMemo]);
    expect(result).toMatchObject({ status: 'inconclusive', error: expect.stringContaining('another text') });
  });
}
