import { expect, test } from 'vitest';
import { webOf } from '../../testing/folder-of.ts';
import { play } from '../../testing/play.ts';

const web = await webOf({ 'a.test/index.html': '<h1>Start</h1>', 'a.test/b.html': '<h1>B</h1>' });

test('the browser of an episode that passed is kept for nobody', async () => {
  const asked: string[] = [];
  const { result } = await play({
    web,
    success: { kind: 'url', pattern: '^https://a\\.test/b' },
    calls: [['open', { url: 'https://a.test/b' }]],
    plan: { keepBrowser: async (endpoint) => void asked.push(endpoint) },
  });
  expect([result.status, asked]).toEqual(['passed', []]);
});
