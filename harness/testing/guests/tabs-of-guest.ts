import { expect } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../folder-of.ts';
import { type Call, play } from '../play.ts';

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
export const open = (path: string): Call => ['open', { url: `https://a.test${path}` }];
export const openTab = (path: string, more = {}): Call => [
  'cdp',
  { method: 'Target.createTarget', params: { url: `https://a.test${path}`, ...more } },
];
export const statusOf = async (...calls: Call[]) =>
  (await play({ web, success: reached, calls })).result.status;

/** Whatever way of a guest to select a tab it is. */
export async function expectSelectedJudged(by: string): Promise<void> {
  const select = (tab: string): Call => ['select', { tab, by }];
  expect(await statusOf(open('/goal'), openTab('/other'), select('/goal'))).toBe('passed');
  expect(await statusOf(open('/other'), openTab('/goal'), select('/other'))).toBe('failed');
}

export async function expectBackgroundNotJudged(path: string): Promise<void> {
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
