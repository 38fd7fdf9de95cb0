import { expect, test } from 'vitest';
import { webOf } from '../../testing/folder-of.ts';
import { type Call, play } from '../../testing/play.ts';

test('an agent that writes 50 million words into the page failed', async () => {
  const web = await webOf({ 'a.test/index.html': '<h1>Start</h1>' });
  const call: Call = ['start', { script: "document.body.innerText = 'word '.repeat(5e7)" }];
  const { result, left } = await play({
    web,
    success: { kind: 'dom_text', selector: 'h1', contains: 'Goal' },
    calls: [call],
  });
  expect(result).toMatchObject({ status: 'failed', success: false });
  expect(left).toEqual([]);
});
