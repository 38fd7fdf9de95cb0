import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { judge } from '../judge/judge.ts';
import { matchInTime } from '../task/match-in-time.ts';
import { observeOptions } from '../testing/browser-of.ts';
import { webOf } from '../testing/folder-of.ts';
import { isLong, sized } from '../testing/sized.ts';
import { openWeb } from '../web/hermetic-web.ts';
import { findChromium } from './chromium/find-chromium.ts';
import { takeSecondObservation } from './final-observation.ts';
import { openBrowser } from './session.ts';

const fixtureSites = await webOf({
  'a.test/page.html': '<p id="answer">42 metres</p>',
  'a.test/alerts.html': '<script>alert("one"); alert("two")</script><p id="answer">42 metres</p>',
  'a.test/alerts-late.html': '<p id="answer">42 metres</p><script>setTimeout(() => alert("late"))</script>',
  'a.test/alerts-always.html': '<script>for (;;) alert("again")</script><p id="answer">42 metres</p>',
  'a.test/asks.html':
    '<p id="answer"></p><script>if (confirm("sure?")) answer.textContent = "42 metres"</script>',
  'a.test/asks-unknown.html':
    '<p id="answer"></p><script>if (confirm("really?")) answer.textContent = "42 metres"</script>',
  'a.test/asks-name.html': '<p id="answer"></p><script>answer.textContent = prompt("name?")</script>',
  'a.test/asks-in-passing.html': '<script>prompt("name?")</script><p id="answer">42 metres</p>',
  'a.test/moved.html': '<script>location.replace("/page")</script>',
  'a.test/_host.mjs': `export const createHost = () => (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/never') return new Promise(() => {});
    const status = Number(/^\\/status-(\\d+)$/.exec(pathname)?.[1]);
    if (!status) return undefined;
    if (status === 204) return new Response(null, { status });
    return new Response('<p id="answer">42 metres</p>', { status, headers: { 'content-type': 'text/html' } });
  };`,
});
const [chromium, web] = await Promise.all([findChromium(), openWeb({ kind: 'hermetic', fixtureSites })]);
afterAll(() => web.close());

const contract = { kind: 'dom_text' as const, selector: '#answer', contains: '42 metres' };

async function second(url: string, limitMs?: number) {
  const opening = openBrowser(chromium, web, {
    mark: `test-${randomUUID()}`,
    viewport: { width: 1280, height: 800 },
    sealed: true,
  });
  const observation = await takeSecondObservation(opening, url, observeOptions({ text: '#answer' }), {
    negative: false,
    text: null,
    accesses: web.hermetic?.accesses ?? null,
    dialogAnswers: new Map([
      ['confirm sure?', true],
      ['prompt name?', true],
    ]),
    ...(limitMs !== undefined && { limitMs, answerLimitMs: limitMs }),
    judge: (facts) => ({ facts, verdict: judge(contract, facts, matchInTime) }),
  });
  await (await opening).end();
  return 'unavailable' in observation
    ? observation.unavailable
    : `${observation.verdict.outcome} ${observation.facts.url}`;
}

const few = [
  ['https://a.test/page', 'passed https://a.test/page'],
  ['https://a.test/status-429', 'status 429'],
  ['https://a.test/asks', 'passed https://a.test/asks'],
] as const;
const unknown = (type: string) => `the page asked (${type}), and the answer of the episode was not known`;
const more = [
  ['https://a.test/missing', 'failed https://a.test/missing'],
  ['https://a.test/status-204', 'navigation error net::ERR_ABORTED'],
  ['https://a.test/alerts', 'passed https://a.test/alerts'],
  ['https://a.test/alerts-late', 'passed https://a.test/alerts-late'],
  ['https://a.test/alerts-always', 'a dialog (alert) is open'],
  ['https://a.test/asks-unknown', unknown('confirm')],
  ['https://a.test/asks-name', unknown('prompt')],
  ['https://a.test/asks-in-passing', 'passed https://a.test/asks-in-passing'],
  ['https://a.test/page?q#part', 'passed https://a.test/page?q#part'],
  ['https://a.test/moved', 'passed https://a.test/page'],
  ['https://a.test/status-410', 'passed https://a.test/status-410'],
  ['https://a.test/status-500', 'status 500'],
  ['https://a.test/status-503', 'status 503'],
  ['https://unknown.test/', 'navigation error net::ERR_NAME_NOT_RESOLVED'],
] as const;

test.concurrent.each(sized(few.slice(1), [...few, ...more]))(
  'a second observation at %s is: %s',
  async (url, said) => {
    expect(await second(url)).toBe(said);
  },
);

if (isLong) {
  test('a page that never answers is unavailable after the limit', async () => {
    expect(await second('https://a.test/never', 1000)).toBe('nothing within 1000 ms');
  });
}

test('a browser that cannot be started is a reason, not an error', async () => {
  const none = { ...chromium, executable: '/nowhere/chromium' };
  const opening = openBrowser(none, web, { mark: 'test-none', viewport: { width: 800, height: 600 } });
  const observation = await takeSecondObservation(opening, 'https://a.test/page', observeOptions(), {
    negative: false,
    text: null,
    accesses: null,
    judge: (facts) => ({ facts, verdict: judge(contract, facts, matchInTime) }),
  });
  expect(observation).toEqual({ unavailable: expect.stringContaining('ENOENT') });
});
