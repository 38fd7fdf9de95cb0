import { expect, test } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../../testing/folder-of.ts';
import { type Call, play } from '../../testing/play.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { provenanceOf } from './page-observer.ts';

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
const open = (path: string): Call => ['open', { url: `https://a.test${path}` }];
const registering = `navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready)
  .then(({ active }) => active.state === "activated" || new Promise((done) => { active.onstatechange = done; }))`;
const run = (script: string): Call => ['run', { script }];
const until = (condition: string) =>
  run(
    `new Promise((resolve) => { const ask = () => (${condition}) ? resolve() : setTimeout(ask, 20); ask(); })`,
  );

/** The page at this path is what its site gave, whatever it has done since. */
async function expectReceived(_: string, path: string, calls: Call[]): Promise<void> {
  const { result } = await play({ web, success: at(path), calls });
  expect(result).toMatchObject({ status: 'passed' });
}

/** What never shows the outcome is not waited for. */
const impatient = { showLimitMs: 500 };
const forge = (address: string) =>
  run(
    `document.querySelector("#answer").textContent = "330 m"; history.replaceState(null, "", "${address}")`,
  );
const workerScript = worker(html('<h1>Not the tower</h1><p id="answer">330 m</p>'));
const fulfil = (path: string, type: string, body: string): Call => [
  'answer',
  { pattern: `https://a.test${path}`, type, body },
];

/** The guest answers for the tower, by itself or by a service worker that it has the site register. */
const answerTower = fulfil('/tower', 'text/html', '<h1>No tower</h1><p id="answer">330 m</p>');
const registerWorker = [fulfil('/worker.js', 'text/javascript', workerScript), run(registering)];

/** The tower that these calls come to shows what is wanted, and its site gave no such page. */
async function expectForged(_: string, calls: Call[]): Promise<void> {
  const { result, verdict, events } = await play({ web, success: at('/tower$'), calls, plan: impatient });
  const unsent = events.filter((event) => event.type === 'tool_result' && event.isError);
  expect(unsent).toEqual([]);
  expect(verdict?.outcome).toBe('passed');
  expect(result).toMatchObject({ status: 'tampered', failedPostcondition: { name: 'provenance' } });
}

const agree = run('document.querySelector("button").click()');

const received: [string, string, Call[]][] = [
  ['takes a parameter out', '/from-search$', [open('/from-search?wprov=srpw1_0')]],
  [
    "came from its site's own service worker",
    '/tower$',
    [
      run('navigator.serviceWorker.register("/app-worker.js").then(() => navigator.serviceWorker.ready)'),
      open('/tower'),
    ],
  ],
];
const moreReceived: typeof received = [
  ['sets the title it has', '/tower$', [open('/Tower')]],
  [
    'notes how far it was scrolled',
    '/scrolled\\?y=\\d+$',
    [open('/scrolled'), run('scrollTo(0, 500)'), until('/y=[1-9]/.test(location.search)')],
  ],
  [
    'is drawn three seconds late',
    '/late$',
    [open('/late'), until('document.querySelector("#answer").textContent')],
  ],
  ['was agreed to', '/consent$', [open('/consent'), agree, until('document.querySelector("#answer")')]],
  [
    'was gone back to',
    '/tower$',
    [open('/tower'), open('/other'), run('history.back()'), until('location.pathname === "/tower"')],
  ],
];

if (isLong) {
  test.concurrent.each([...received, ...moreReceived])('a page that %s is what it is', expectReceived);
}

const forgeries: [string, Call[]][] = [
  ['visited, left and forged', [open('/tower'), open('/other'), forge('/tower')]],
  ['answered by the guest', [answerTower, open('/tower')]],
  ['answered by a service worker of the guest', [...registerWorker, open('/tower')]],
];
const moreForgeries: typeof forgeries = [
  ['visited, left and answered by the guest', [open('/tower'), open('/other'), answerTower, open('/tower')]],
  [
    'visited, left and answered by a service worker of the guest',
    [open('/tower'), open('/other'), ...registerWorker, open('/tower')],
  ],
];

test.concurrent.each(sized(forgeries.slice(1, 2), [...forgeries, ...moreForgeries]))(
  'a page that was %s is tampered',
  expectForged,
);

const tab = (documentUrl: string, received: string[] = []) => ({
  documentUrl,
  errorPage: false,
  answeredByGuest: false,
  received: new Set(received),
});
const url = 'https://a.test/tower';

test('on the sealed web it is the web that says what it answered, on the real one the browser', () => {
  expect(provenanceOf(tab(url), `${url}#height`, [{ url }])).toBe('received');
  expect(provenanceOf(tab(url, [url]), url, [])).toBe('rewritten');
  expect(provenanceOf(tab(url, [url]), url, null)).toBe('received');
  expect(provenanceOf(tab(url), url, null)).toBe('rewritten');
  expect(provenanceOf({ ...tab(url, [url]), answeredByGuest: true }, url, [{ url }])).toBe('rewritten');
});

test('a document of another address of the site is rewritten, of any other place it is from elsewhere', () => {
  const log = [{ url }, { url: 'https://a.test/other' }];
  expect(provenanceOf(tab('https://a.test/other'), url, log)).toBe('rewritten');
  for (const other of ['https://b.test/tower', 'http://a.test/tower', 'about:blank', 'data:text/html,x'])
    expect(provenanceOf(tab(other), url, log)).toBe('elsewhere');
  expect(provenanceOf({ ...tab(url), errorPage: true }, url, log)).toBe('elsewhere');
  expect(provenanceOf(tab('data:text/html,x'), 'data:text/html,x', log)).toBe('elsewhere');
});
