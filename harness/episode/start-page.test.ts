import { expect, test, vi } from 'vitest';
import { webOf } from '../testing/folder-of.ts';
import { done, playModel, reached } from '../testing/model-play.ts';
import { play } from '../testing/play.ts';

vi.setConfig({ testTimeout: 30_000 });

const web = await webOf({ 'a.test/index.html': '<h1>Start</h1>' });

test("a start page that does not open is tried once more, is nobody's failure, and no model is asked", async () => {
  const { result, api, events } = await playModel('claude', () => done, { startUrl: 'https://gone.test/' });
  expect(result).toMatchObject({
    status: 'start_page_failed',
    error: expect.stringMatching(/^the start page did not open: .*ERR_NAME_NOT_RESOLVED/),
    steps: 0,
    requests: null,
  });
  expect(api.requests).toEqual([]);
  expect(events.filter(({ type }) => type === 'navigate')).toHaveLength(2);
});

test('a page that opens is the start page, whatever its site answers on a web of ours', async () => {
  const { result } = await play({ web, success: reached, startUrl: 'https://a.test/nothing-here' });
  expect(result.status).toBe('failed');
});
