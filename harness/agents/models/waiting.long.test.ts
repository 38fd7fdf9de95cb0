import { describe, expect, test } from 'vitest';
import { done, playModel, toGoal } from '../../testing/models/model-play.ts';
import { inTurn, waitingCases } from '../../testing/models/vendor-cases.ts';

describe.each(inTurn(waitingCases, { other: true }))('$vendor', ({ name, play }) => {
  test(name, play);
});

test('the time limit stands still while the API makes it wait', async () => {
  const { result } = await playModel(
    'claude',
    ({ number }) =>
      number === 1 ? { status: 429, headers: { 'retry-after-ms': '16000' } } : number === 2 ? toGoal : done,
    { maxDurationMs: 15_900 },
  );
  expect(result.status).toBe('passed');
});

test('an API that only breaks off is given up', async () => {
  const { result, api } = await playModel('claude', () => ({ breakOff: true }));
  expect(result).toMatchObject({
    status: 'model_error',
    error: expect.stringContaining('broke off'),
    usd: null,
    costIsLowerBound: true,
  });
  expect(api.requests).toHaveLength(3);
});

test('a few tries that reach nobody are enough', async () => {
  const { result } = await playModel('claude', () => done, {
    env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' },
  });
  expect(result).toMatchObject({
    status: 'model_error',
    error: expect.stringContaining('the API cannot be reached: connect ECONNREFUSED'),
    usd: 0,
    requests: 0,
  });
});

test('spent credit ends the run, and nothing waits for it', async () => {
  const credit = 'Your credit balance is too low to access the Anthropic API.';
  const spent = await playModel('claude', () => ({ status: 400, message: credit }));
  expect(spent.result).toMatchObject({ status: 'model_error', error: credit });
  expect(spent.refusal).toContain(credit);
  const quota = await playModel('openai', () => ({ status: 429, message: 'insufficient_quota' }));
  expect(quota.result.status).toBe('model_error');
  expect(quota.refusal).toContain('insufficient_quota');
  expect([spent, quota].map(({ api }) => api.requests.length)).toEqual([1, 1]);
});

test('an API that says nothing is not the time of the agent', async () => {
  const silent = await playModel('claude', () => ({ transport: 'hang' }), { maxDurationMs: 15_000 });
  expect(silent.result).toMatchObject({
    status: 'model_error',
    error: expect.stringMatching(/^the API had not answered a request for \d+ s when the time was up$/),
    usd: null,
    tokens: null,
    costIsLowerBound: true,
  });
});
