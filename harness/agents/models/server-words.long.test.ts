import { expect, test } from 'vitest';
import { done, playModel } from '../../testing/models/model-play.ts';

test('a tool that reaches past the browser is refused to a model on the live web too', async () => {
  const { result, api } = await playModel(
    'claude',
    ({ number }) =>
      number === 1 ? { calls: [{ tool: 'fetch_it', args: { url: 'http://127.0.0.1:9' } }] } : done,
    { startUrl: 'about:blank', plan: { web: { kind: 'live' } } },
  );
  expect(result).toMatchObject({ steps: 1, toolCalls: 0, requestMisses: 0 });
  expect(JSON.stringify(api.requests[1]?.body)).toContain('reaches past the browser, and is refused');
});
