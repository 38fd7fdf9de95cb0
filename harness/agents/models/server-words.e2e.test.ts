import { beforeAll, expect, test } from 'vitest';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { done, playModel } from '../../testing/models/model-play.ts';
import { isLong } from '../../testing/sized.ts';

/** An episode where the server has instructions and adds a tool, which is called. */
let grown: Awaited<ReturnType<typeof playModel>>;
const offered: string[][] = [];
beforeAll(async () => {
  grown = await playModel(
    'claude',
    ({ number, tools }) => {
      offered.push(tools);
      if (number === 1) return { calls: [{ tool: 'grow', args: {} }] };
      if (number === 2) return { calls: [{ tool: 'grown', args: {} }] };
      return done;
    },
    { server: guestServer('--instructs') },
  );
});

test('tools added during an episode are offered in the next request and can be called', () => {
  const { result, transcript } = grown;
  expect(offered.map((tools) => tools.includes('grown'))).toEqual([false, true, true]);
  expect(offered.every((tools) => tools.at(-1) === 'done')).toBe(true);
  expect(result).toMatchObject({ steps: 2, serverErrors: 0 });
  expect(transcript).toBeNull();
});

test("the prompt has the server's instructions and the answer of the opening call", () => {
  const first = JSON.stringify(grown.api.requests[0]?.body);
  expect(first).toContain('Look before you click.');
  expect(first).toContain('opened https://a.test/');
});

if (isLong) {
  test('file addresses are refused to a model in every spelling', async () => {
    const url = 'file:///etc/passwd';
    const { result, transcript } = await playModel('claude', ({ number }) => {
      if (number === 1) return { calls: [{ tool: 'open', args: { url } }] };
      if (number === 2) return { calls: [{ tool: 'open', args: { list: [{ at: `view-source:${url}` }] } }] };
      return done;
    });
    expect(result).toMatchObject({ steps: 2, toolCalls: 0, serverErrors: 2, finalUrl: 'https://a.test/' });
    expect(transcript).toBeNull();
  });
}

test('no model request is sent if the start page does not open', async () => {
  const { result, api } = await playModel('claude', () => done, { startUrl: 'https://gone.test/' });
  expect(result).toMatchObject({ status: 'start_page_failed', steps: 0, requests: null, usd: null });
  expect(api.requests).toEqual([]);
});

if (isLong)
  test('a tool that bypasses the browser is refused to a model on the live web too', async () => {
    const { result, api } = await playModel(
      'claude',
      ({ number }) =>
        number === 1 ? { calls: [{ tool: 'fetch_it', args: { url: 'http://127.0.0.1:9' } }] } : done,
      { startUrl: 'about:blank', plan: { web: { kind: 'live' } } },
    );
    expect(result).toMatchObject({ steps: 1, toolCalls: 0, requestMisses: 0 });
    expect(JSON.stringify(api.requests[1]?.body)).toContain('reaches past the browser, and is refused');
  });
