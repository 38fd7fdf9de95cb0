import { describe, expect, test } from 'vitest';
import { done, playModel, toGoal, vendors } from '../../testing/models/model-play.ts';
import { inTurn, loopCases } from '../../testing/models/vendor-cases.ts';

describe.each(inTurn(loopCases, { other: true }))('$vendor', ({ name, play }) => {
  test(name, play);
});

describe.each(vendors)('%s', (vendor) => {
  test('where the API reports no usage the cost is unknown, not 0', async () => {
    const { result } = await playModel(vendor, ({ number }) => ({
      ...(number === 1 ? toGoal : done),
      usage: 'none',
    }));
    expect(result).toMatchObject({ status: 'passed', usd: null, tokens: null });
  });
});

// The loop is one for all vendors: what it alone decides is asked of it once.

test('a model that loops is stopped at the steps of its task', async () => {
  const { result, api } = await playModel('claude', () => ({ calls: [{ tool: 'wait', args: { ms: 1 } }] }), {
    maxSteps: 30,
  });
  expect(result).toMatchObject({ status: 'max_steps', steps: 30, toolCalls: 30 });
  expect(api.requests).toHaveLength(30);
});

test('a request that does not fit the money any more is not sent', async () => {
  const usage = { input: 100, output: 4096 };
  const { result, api } = await playModel('claude', () => ({
    calls: [{ tool: 'wait', args: { ms: 1 } }],
    usage,
  }));
  expect(result.status).toBe('budget_exceeded');
  // Each costs 0.04116 USD; the thirteenth, of which the same is expected, would pass 0.50.
  expect(api.requests).toHaveLength(12);
  expect(result.usd).toBe(0.49392);
  expect(result.error).toMatch(/the next request would cost about 0\.04\d+ USD; 0\.49392 of 0\.5 are spent/);
});

test('an episode that ends in words has the answer of their last line', async () => {
  const { result } = await playModel('claude', () => ({ text: 'It says so there.\nANSWER: 42 metres' }));
  expect(result).toMatchObject({ selfReport: null, answer: '42 metres' });
});

test('a model that only says the text that is wanted failed', async () => {
  const { result } = await playModel('claude', () => ({ text: 'https://a.test/goal says 42 metres.' }));
  expect(result).toMatchObject({ status: 'failed', steps: 0 });
});
