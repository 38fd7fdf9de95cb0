import { describe, expect, test, vi } from 'vitest';
import type { Reply } from '../stand-ins/stand-in-api.ts';
import { done, playModel, toGoal, vendors } from '../testing/model-play.ts';

vi.setConfig({ testTimeout: 30_000 });

describe.each(vendors)('%s', (vendor) => {
  test("429, 529 and 500 are waited out, and the wait is not the agent's", async () => {
    const replies: Reply[] = [
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 529, headers: { 'retry-after-ms': '700' } },
      { status: 500, headers: { 'retry-after-ms': '300' } },
      toGoal,
      done,
    ];
    const { result, api, tookMs } = await playModel(vendor, ({ number }) => replies[number - 1] ?? done);
    expect(result.status).toBe('passed');
    expect(api.requests).toHaveLength(5);
    expect(tookMs - result.durationMs).toBeGreaterThan(1900);
    expect(tookMs - result.phases.adapter).toBeGreaterThan(1900);
  });

  test('a refused key is an adapter error, and the adapter says that there is no use in going on', async () => {
    const { result, api, refusal } = await playModel(vendor, () => ({
      status: 401,
      message: 'invalid x-api-key',
    }));
    expect(result).toMatchObject({
      status: 'adapter_error',
      error: expect.stringContaining('invalid x-api-key'),
    });
    expect(refusal).toContain('invalid x-api-key');
    expect(api.requests).toHaveLength(1);
  });

  test('an answer that breaks off is asked for again', async () => {
    const { result, api } = await playModel(vendor, ({ number }) =>
      number === 1 ? { breakOff: true } : number === 2 ? toGoal : done,
    );
    expect(result).toMatchObject({ status: 'passed', usd: 0.0006 });
    expect(api.requests).toHaveLength(3);
  });
});

test('the time limit stands still while the API makes it wait', async () => {
  const { result } = await playModel(
    'claude',
    ({ number }) =>
      number === 1 ? { status: 429, headers: { 'retry-after-ms': '2500' } } : number === 2 ? toGoal : done,
    { maxDurationMs: 2400 },
  );
  expect(result.status).toBe('passed');
});

test('an announced wait of more than five minutes is an adapter error at once', async () => {
  const { result } = await playModel('claude', () => ({
    status: 429,
    headers: { 'retry-after': '301' },
  }));
  expect(result).toMatchObject({
    status: 'adapter_error',
    error: 'the API answers 429; an episode waits 300 s at the most, and it asks for 301 s',
  });
});

test('an API that only breaks off is given up', async () => {
  const { result, api } = await playModel('claude', () => ({ breakOff: true }));
  expect(result).toMatchObject({ status: 'adapter_error', error: expect.stringContaining('broke off') });
  expect(api.requests).toHaveLength(3);
});
