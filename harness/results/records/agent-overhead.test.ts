import { expect, test } from 'vitest';
import { agentOverheadOf } from './agent-overhead.ts';

const episode = (adapter: number, requests: number | null, input: number) => ({
  phases: { start: 1, reset: 1, adapter, tool: 5, judge: 1, stop: 1 },
  durationMs: adapter + 10,
  requests,
  tokens: requests === null ? null : { input, output: 7, cacheRead: 3 * input, cacheWrite: 0 },
});

test('the time is the median of the episodes, the requests are those that were counted', () => {
  expect(agentOverheadOf([episode(100, 2, 50), episode(300, 4, 100), episode(200, null, 0)])).toEqual({
    ownMs: 200,
    durationMs: 210,
    model: { requestsAnEpisode: 3, inputTokensARequest: 100 },
  });
});

test('an agent without a model has no requests, and of no episode nothing is known', () => {
  expect(agentOverheadOf([episode(100, null, 0)])).toEqual({ ownMs: 100, durationMs: 110, model: null });
  expect(agentOverheadOf([])).toBeNull();
});
