import { expect, test } from 'vitest';
import type { Facts } from '../judge/facts.ts';
import { judge } from '../judge/judge.ts';
import { matchInTime } from '../task/match-in-time.ts';
import { browserOf, type TestBrowser } from '../testing/browser-of.ts';
import { webOf } from '../testing/folder-of.ts';
import { isLong, sized } from '../testing/sized.ts';
import { finalObservation } from './final-observation.ts';

const page = (script: string, body = '') =>
  `<h1>Page</h1><p id="answer"></p>${body}<script>${script}</script>`;
const write = 'document.querySelector("#answer").innerText = "42 metres"';
const web = await webOf({
  'a.test/plain.html': `<h1>Page</h1><p id="answer">42 metres</p>`,
  'a.test/fetched.html': page(`fetch("/late?300").then(() => { ${write}; })`),
  'a.test/chained.html': page(
    `fetch("/late?100").then(() => fetch("/late?100")).then(() => fetch("/late?100")).then(() => { ${write}; })`,
  ),
  'a.test/building.html': page(
    `let n = 0; const timer = setInterval(() => { n += 1; document.title = n; if (n === 8) { clearInterval(timer); ${write}; } }, 50)`,
  ),
  'a.test/undone.html':
    '<h1>Page</h1><p id="answer">42 metres</p><script>fetch("/late?200").then(() => document.body.insertAdjacentHTML("beforeend", "<p id=error>sold out</p>"))</script>',
  'a.test/undone-soon.html':
    '<h1>Page</h1><p id="answer">42 metres</p><script>setTimeout(() => document.body.insertAdjacentHTML("beforeend", "<p id=error>sold out</p>"), 60)</script>',
  'a.test/poll.html': page('const poll = () => fetch("/never").then(poll); poll()'),
  'a.test/image.html': page('', '<img src="/never">'),
  'a.test/restless.html': page('setInterval(() => { document.title = Math.random(); }, 5)'),
  'a.test/moving.html': page('setTimeout(() => { location.href = "/plain"; }, 50)'),
  'a.test/_host.mjs': `export const createHost = () => async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === '/never') return new Promise(() => {});
    if (pathname !== '/late') return undefined;
    await new Promise((resolve) => setTimeout(resolve, Number(search.slice(1))));
    return new Response('late');
  };`,
});
const browser = await browserOf(web);

/** `waitLimitMs` is longer than a test by default, so that only the page ends the wait. */
async function judged(on: TestBrowser, { negative = false, waitLimitMs = 60_000 } = {}) {
  let looks = 0;
  const contract = negative
    ? {
        kind: 'and' as const,
        children: [answer, { kind: 'dom_count' as const, selector: '#error', op: 'eq' as const, value: 0 }],
      }
    : answer;
  const needs = [{ text: '#answer' }, ...(negative ? [{ count: '#error' }] : [])];
  const observeNow = async () => {
    looks += 1;
    const { facts }: { facts: Facts } = await on.look(...needs);
    return { facts, verdict: judge(contract, facts, matchInTime) };
  };
  const { verdict } = await finalObservation(on.watch, observeNow, { negative, waitLimitMs });
  return { outcome: verdict.outcome, looks };
}
const answer = { kind: 'dom_text' as const, selector: '#answer', contains: '42 metres' };
const go = (path: string) =>
  browser.watch.cdp.send('Page.navigate', { url: `https://a.test${path}` }, browser.judged().sessionId);

test.each(sized(['/plain', '/building'], ['/plain', '/fetched', '/chained', '/building']))(
  'the late content of %s is observed',
  async (path) => {
    await go(path);
    expect((await judged(browser)).outcome).toBe('passed');
  },
);

test.each(sized(['/undone'], ['/undone', '/undone-soon']))(
  'content that %s removes again is noticed for a negative clause',
  async (path) => {
    await go(path);
    expect((await judged(browser, { negative: true })).outcome).toBe('failed');
  },
);

test('a passing page needs no second wait without a negative clause', async () => {
  await browser.open('https://a.test/plain');
  expect((await judged(browser)).looks).toBe(1);
});

if (isLong) {
  test('a dialog ends the wait', async () => {
    await browser.open('https://a.test/plain');
    browser.start('alert("now")');
    expect((await judged(browser)).outcome).toBe('inconclusive');
  });
}

// Each case waits for its limits; with separate browsers the cases wait concurrently.
const [polling, restless, waiting, stuck] = await Promise.all([1, 2, 3, 4].map(() => browserOf(web)));

if (isLong) {
  test.concurrent.each([
    ['/poll', polling],
    ['/restless', restless],
    ['/image', waiting],
  ])('%s never settles: the limit ends both waits', async (path, own) => {
    if (!own) throw new Error('no browser');
    await own.watch.cdp.send('Page.navigate', { url: `https://a.test${path}` }, own.judged().sessionId);
    expect(await judged(own, { waitLimitMs: 500 })).toEqual({ outcome: 'failed', looks: 2 });
  });
}

if (isLong)
  test.concurrent('a page with a blocked thread is not waited for', async () => {
    if (!stuck) throw new Error('no browser');
    await stuck.open('https://a.test/plain');
    stuck.start('for (;;);');
    expect((await judged(stuck)).outcome).toBe('inconclusive');
  });
