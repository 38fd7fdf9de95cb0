import { expect, test } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../../testing/folder-of.ts';
import { type Call, play } from '../../testing/play.ts';

const tell = 'new BroadcastChannel("moved").postMessage(1)';
const web = await webOf({
  'a.test/index.html': '<h1>Start</h1>',
  'a.test/goal.html':
    '<p id="answer">42 metres</p><script>new BroadcastChannel("moved").onmessage = () => { document.title = "told" }</script>',
  'a.test/other.html': '<h1>Other</h1>',
  'a.test/moves.html': '<script>setTimeout(() => { location.href = "/moved" }, 200)</script>',
  'a.test/moved.html': `<h1>Moved</h1><script>${tell}</script>`,
  'a.test/reloads.html': `<script>
    if (sessionStorage.again) ${tell};
    else setTimeout(() => location.reload(), 200);
    sessionStorage.again = 1;
  </script>`,
});
const reached: Contract = { kind: 'dom_text', selector: '#answer', contains: '42 metres' };
const open = (path: string): Call => ['open', { url: `https://a.test${path}` }];
const openTab = (path: string, more = {}): Call => [
  'cdp',
  { method: 'Target.createTarget', params: { url: `https://a.test${path}`, ...more } },
];
const statusOf = async (...calls: Call[]) => (await play({ web, success: reached, calls })).result.status;

/** Whatever way of a guest to select a tab it is. */
async function expectSelectedJudged(by: string): Promise<void> {
  const select = (tab: string): Call => ['select', { tab, by }];
  expect(await statusOf(open('/goal'), openTab('/other'), select('/goal'))).toBe('passed');
  expect(await statusOf(open('/other'), openTab('/goal'), select('/other'))).toBe('failed');
}

async function expectBackgroundNotJudged(path: string): Promise<void> {
  const told =
    'new Promise((done) => { (function look() { document.title ? done() : setTimeout(look, 10) })() })';
  const status = await statusOf(
    open('/goal'),
    openTab(path),
    ['select', { tab: '/goal' }],
    ['run', { tab: '/goal', script: told }],
  );
  expect(status).toBe('passed');
}

test.each(['bring', 'activate', 'http'])(
  'the tab that was selected last is judged (%s)',
  expectSelectedJudged,
);

test.each(['/moves', '/reloads'])(
  'a tab that by itself %s in the background is not judged',
  expectBackgroundNotJudged,
);

test('a tab that was acted in is in front', async () => {
  const reload: Call = ['cdp', { method: 'Page.reload', onTab: '/goal' }];
  expect(await statusOf(open('/goal'), openTab('/other'), reload)).toBe('passed');
});

test('a tab that was opened behind the others is not judged, a new one in front is', async () => {
  expect(await statusOf(open('/goal'), openTab('/other', { background: true }))).toBe('passed');
  expect(await statusOf(open('/goal'), openTab('/other'))).toBe('failed');
});
