import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { startVendor, type Vendor } from '../../testing/model-apis/start-vendor.ts';
import type { Reply, Script } from '../../testing/model-apis/wire/script.ts';
import { price, reached, webOfModel } from '../../testing/models/model-play.ts';
import { type PlayedEpisode, type Playing, play } from '../../testing/play.ts';
import { isLong } from '../../testing/sized.ts';
import { noModelOptions, noOptions } from '../built-in-agent.ts';
import { messages } from '../models/apis/messages.ts';
import { agentAdapter } from './choose-agent.ts';
import { agentOfCommand, playerOf } from './own-agent.ts';

const script = fileURLToPath(new URL('../../testing/guests/model-agent.mjs', import.meta.url));
const model = 'claude-sonnet-5-5';
const toGoal: Reply = { calls: [{ tool: 'open', args: { url: 'https://a.test/goal' } }] };
const done: Reply = { calls: [{ tool: 'done', args: { success: true, answer: '42 metres' } }] };

/** An agent with its own model, on a fake API as strict as the vendor's. */
async function playWithModel(
  says: Script,
  {
    flags = '',
    maxUsd = null,
    ...playing
  }: { flags?: string; maxUsd?: number | null } & Partial<Playing> = {},
): Promise<PlayedEpisode & Pick<Vendor, 'requests'>> {
  await using vendor = await startVendor('anthropic-messages', says);
  const own = agentOfCommand('ours', `exec node "${script}" ${flags}`);
  const readEnd = (output: string) => {
    const last = output.trim().split('\n').at(-1) ?? '';
    return { words: null, stopReason: null, claimed: last.startsWith('{') ? JSON.parse(last) : null };
  };
  const adapter = agentAdapter({ ...playerOf(own, model, messages), readEnd }, messages, {
    ...noOptions,
    env: {
      OPENCHROME_BENCH_REAL: '1',
      ANTHROPIC_BASE_URL: vendor.baseUrl,
      ANTHROPIC_API_KEY: vendor.key,
    },
    model: { ...noModelOptions, name: model, price, maxUsd },
  });
  const played = await play({
    web: webOfModel,
    success: reached,
    task: { judge: 'end' },
    ...playing,
    adapter,
  });
  return { ...played, requests: vendor.requests };
}

const ways: Script = ({ number }) => (number === 1 ? toGoal : done);

let played: Awaited<ReturnType<typeof playWithModel>>;
beforeAll(async () => {
  played = await playWithModel(ways);
});

test('its model usage is counted on the wire, and agrees with its own claim', () => {
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

test('the count on the wire includes a request that the agent hides', async () => {
  const { result } = await playWithModel(ways, { flags: '--hides' });
  expect(result.status).toBe('passed');
  expect(result.claimedTokens?.input ?? 0).toBeLessThan(result.tokens?.input ?? 0);
});

if (isLong) {
  test('over budget its requests are refused and it is ended', async () => {
    const { result, requests, left } = await playWithModel(
      () => ({ calls: [{ tool: 'wait', args: { ms: 1 } }], usage: { input: 50_000, output: 1000 } }),
      { flags: '--insists', maxUsd: 0.3 },
    );
    expect(result.status).toBe('budget_exceeded');
    expect(result.usd).toBeLessThanOrEqual(0.3);
    // The proxy itself refuses; no such request reaches the vendor.
    expect(requests).toHaveLength(result.requests ?? 0);
    expect(left).toEqual([]);
  });
}

if (isLong) {
  test('an API that rejects the key is not a failure of the agent', async () => {
    const { result } = await playWithModel(() => ({ refuse: 'credit-spent' }));
    expect(result.status).toBe('model_error');
  });

  test('a model that ends with a text has no self-report', async () => {
    const { result } = await playWithModel(({ number }) => (number === 1 ? toGoal : { text: 'I am there.' }));
    expect(result).toMatchObject({ status: 'passed', selfReport: null });
  });
}
