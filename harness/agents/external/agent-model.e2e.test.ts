import { beforeAll, expect, test } from 'vitest';
import { done, model, playWithModel, toGoal } from '../../testing/guests/model-agent.ts';
import type { Script } from '../../testing/model-apis/wire/script.ts';

const ways: Script = ({ number }) => (number === 1 ? toGoal : done);

let played: Awaited<ReturnType<typeof playWithModel>>;
beforeAll(async () => {
  played = await playWithModel(ways);
});

test('what its model used is counted on the wire, and agrees with what it says of itself', () => {
  const { result, requests, trajectory, left } = played;
  expect(result).toMatchObject({
    status: 'passed',
    steps: 1,
    selfReport: true,
    answer: '42 metres',
    requests: 2,
  });
  expect(result.tokens?.input).toBeGreaterThan(100);
  expect(result.claimedTokens).toEqual(result.tokens);
  expect(result.usd).toBeCloseTo(
    ((result.tokens?.input ?? 0) * 2 + (result.tokens?.output ?? 0) * 10) / 1e6,
    6,
  );
  expect(requests.map(({ refused }) => refused)).toEqual([null, null]);
  expect(trajectory.usage?.answered).toBe(model);
  expect(left).toEqual([]);
});

test('the key never leaves the proxy: the agent has a placeholder', () => {
  const { requests } = played;
  expect(requests.every(({ headers }) => headers['x-api-key'] === 'sk-stand-in-0123456789abcdef')).toBe(true);
});

test('an agent that hides a request is seen by what the wire counted', async () => {
  const { result } = await playWithModel(ways, { flags: '--hides' });
  expect(result.status).toBe('passed');
  expect(result.claimedTokens?.input ?? 0).toBeLessThan(result.tokens?.input ?? 0);
});

test('over budget it is refused and ended, however often it asks', async () => {
  const { result, requests, left } = await playWithModel(
    () => ({ calls: [{ tool: 'wait', args: { ms: 1 } }], usage: { input: 50_000, output: 1000 } }),
    { flags: '--insists', maxUsd: 0.3 },
  );
  expect(result.status).toBe('budget_exceeded');
  expect(result.usd).toBeLessThanOrEqual(0.3);
  // Refusals are ours: none of them reaches the vendor.
  expect(requests).toHaveLength(result.requests ?? 0);
  expect(left).toEqual([]);
});
