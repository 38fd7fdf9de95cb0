import { expect, test } from 'vitest';
import { webOf } from '../../testing/folder-of.ts';
import { play } from '../../testing/play.ts';

const web = await webOf({ 'a.test/index.html': '<h1>Start</h1>', 'a.test/b.html': '<h1>B</h1>' });
const elsewhere = { kind: 'url', pattern: '^https://a\\.test/never' } as const;

test('an episode that waits before each call took no more time for it', async () => {
  const slowMs = 700;
  const calls = [
    ['open', { url: 'https://a.test/b' }] as const,
    ['open', { url: 'https://a.test/' }] as const,
  ];
  const { result, events, tookMs } = await play({
    web,
    success: elsewhere,
    calls: calls.map(([tool, args]) => [tool, args]),
    plan: { slowMs },
  });
  expect(result).toMatchObject({ status: 'failed', toolCalls: 2 });
  expect(tookMs - result.durationMs).toBeGreaterThan(2 * slowMs - 50);
  const ofPhases = Object.values(result.phases).reduce((sum, ms) => sum + ms, 0);
  expect(tookMs - ofPhases).toBeGreaterThan(2 * slowMs - 50);
  expect(events.filter(({ type }) => type === 'tool_call')).toHaveLength(2);
});

test('the browser of an episode that did not pass stays open until it is let go, and then nothing is left', async () => {
  const pages: string[] = [];
  const { result, left } = await play({
    web,
    success: elsewhere,
    calls: [['open', { url: 'https://a.test/b' }]],
    plan: {
      keepBrowser: async (endpoint) => {
        const targets = (await (await fetch(`${endpoint}/json`)).json()) as { url: string }[];
        pages.push(...targets.map(({ url }) => url));
      },
    },
  });
  expect(pages).toEqual(['https://a.test/b']);
  expect(result.status).toBe('failed');
  expect(left).toEqual([]);
});

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
