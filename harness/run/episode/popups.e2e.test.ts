import { expect, test } from 'vitest';
import { popupsShown } from '../../browser/popups.ts';
import type { Contract } from '../../judge/contract.ts';
import { browserOf, until } from '../../testing/browser-of.ts';
import { webOf } from '../../testing/folder-of.ts';
import { play } from '../../testing/play.ts';

const reached: Contract = { kind: 'dom_text', selector: '#answer', contains: '42 metres' };

test('a popup that is slow to come belongs to the step that opened it', async () => {
  const slow = await webOf({
    'a.test/index.html': '<h1>Start</h1>',
    'a.test/_host.mjs': `export const createHost = () => async ({ url }) => {
      if (!url.endsWith('/goal')) return undefined;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return new Response('<p id="answer">42 metres</p>', { headers: { 'content-type': 'text/html' } });
    };`,
  });
  const opened = await play({
    web: slow,
    success: reached,
    calls: [
      ['run', { script: 'open("/goal") && 1' }],
      ['wait', { ms: 1 }],
    ],
  });
  expect(opened.result).toMatchObject({ status: 'passed', firstHeldAtStep: 1 });
});

test('an empty popup is waited for once', async () => {
  const { open, start, watch } = await browserOf(await webOf({ 'a.test/index.html': '<h1>Start</h1>' }));
  await open('https://a.test/');
  start('open("about:blank")');
  const awaited = () => watch.tabs().filter((tab) => tab.awaited).length;
  await until(() => awaited() === 1);
  await popupsShown(watch);
  expect([watch.tabs().length, awaited()]).toEqual([2, 0]);
});
