import { expect } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../folder-of.ts';
import { type Call, play } from '../play.ts';

const article = (script = '') => `<h1>Tower</h1><p id="answer">330 m</p><script>${script}</script>`;
const worker = (answer: string) =>
  `self.addEventListener("install", () => skipWaiting());
   self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));
   self.addEventListener("fetch", (event) => event.respondWith(${answer}));`;
const html = (body: string) =>
  `new Response(${JSON.stringify(body)}, { headers: { "content-type": "text/html" } })`;

const web = await webOf({
  'a.test/index.html': '<h1>Start</h1>',
  'a.test/tower.html': article(),
  'a.test/other.html': '<h1>Other tower</h1><p id="answer"></p>',
  'a.test/app-worker.js': worker(
    'fetch(event.request).then((answer) => answer.ok ? answer : caches.match("/tower"))',
  ),
  // Such as Wikipedia's search suggestions, which it takes out of the address; such as a redirected title.
  'a.test/from-search.html': article('history.replaceState(null, "", location.pathname)'),
  'a.test/Tower.html': article('history.replaceState(null, "", "/tower")'),
  'a.test/scrolled.html': article(
    'addEventListener("scroll", () => history.replaceState(null, "", "?y=" + Math.round(scrollY))); document.body.style.height = "3000px"',
  ),
  'a.test/late.html': `<p id="answer"></p><script>setTimeout(() => { document.querySelector("#answer").textContent = "330 m"; }, 3000)</script>`,
  'a.test/_host.mjs': `export const createHost = () => (request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== '/consent') return undefined;
    const agreed = /consent=yes/.test(request.headers.get('cookie') ?? '');
    const wall = '<button onclick="document.cookie = \\'consent=yes; path=/\\'; location.reload()">Accept</button>';
    return new Response(agreed ? '<p id="answer">330 m</p>' : wall, { headers: { 'content-type': 'text/html' } });
  };`,
});

const at = (path: string): Contract => ({
  kind: 'and',
  children: [
    { kind: 'url', pattern: `^https://a\\.test${path}` },
    { kind: 'dom_text', selector: '#answer', contains: '330 m' },
  ],
});
export const open = (path: string): Call => ['open', { url: `https://a.test${path}` }];
const registering = `navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready)
  .then(({ active }) => active.state === "activated" || new Promise((done) => { active.onstatechange = done; }))`;
export const run = (script: string): Call => ['run', { script }];
export const until = (condition: string) =>
  run(
    `new Promise((resolve) => { const ask = () => (${condition}) ? resolve() : setTimeout(ask, 20); ask(); })`,
  );

/** The page at this path is what its site gave, whatever it has done since. */
export async function expectReceived(_: string, path: string, calls: Call[]): Promise<void> {
  const { result } = await play({ web, success: at(path), calls });
  expect(result).toMatchObject({ status: 'passed' });
}

/** What never shows the outcome is not waited for. */
const impatient = { showLimitMs: 500 };
export const forge = (address: string) =>
  run(
    `document.querySelector("#answer").textContent = "330 m"; history.replaceState(null, "", "${address}")`,
  );
const workerScript = worker(html('<h1>Not the tower</h1><p id="answer">330 m</p>'));
const fulfil = (path: string, type: string, body: string): Call => [
  'answer',
  { pattern: `https://a.test${path}`, type, body },
];

/** The guest answers for the tower, by itself or by a service worker that it has the site register. */
export const answerTower = fulfil('/tower', 'text/html', '<h1>No tower</h1><p id="answer">330 m</p>');
export const registerWorker = [fulfil('/worker.js', 'text/javascript', workerScript), run(registering)];

/** The tower that these calls come to shows what is wanted, and its site gave no such page. */
export async function expectForged(_: string, calls: Call[]): Promise<void> {
  const { result, verdict, events } = await play({ web, success: at('/tower$'), calls, plan: impatient });
  const unsent = events.filter((event) => event.type === 'tool_result' && event.isError);
  expect(unsent).toEqual([]);
  expect(verdict?.outcome).toBe('passed');
  expect(result).toMatchObject({ status: 'tampered', failedPostcondition: { name: 'provenance' } });
}
