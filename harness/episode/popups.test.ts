import { expect, test } from 'vitest';
import type { Contract } from '../contract/contract.ts';
import { webOf } from '../testing/folder-of.ts';
import { play } from '../testing/play.ts';

const reached: Contract = { kind: 'dom_text', selector: '#answer', contains: '42 metres' };

test('a popup that is slow to come belongs to the step that opened it, and an empty one is waited for once', async () => {
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
  const empty = await play({
    web: slow,
    success: reached,
    calls: [['run', { script: 'open("about:blank") && 1' }], ...Array(5).fill(['wait', { ms: 1 }])],
  });
  expect(empty.result.status).toBe('failed');
  expect(empty.result.durationMs).toBeLessThan(opened.result.durationMs + 2000);
});
