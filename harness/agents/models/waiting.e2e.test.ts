import { describe, expect, test } from 'vitest';
import type { Reply } from '../../testing/model-apis/stand-in-api.ts';
import { done, playModel, toGoal } from '../../testing/models/model-play.ts';
import { type Case, inTurn } from '../../testing/models/vendor-cases.ts';
import { isLong } from '../../testing/sized.ts';

/** API behaviour that makes an episode wait or ends it. */
const cases: readonly Case[] = [
  [
    "429, 529 and 500 are waited out, and the wait is not the agent's",
    async (vendor) => {
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
    },
  ],
  [
    'a refused key is an error of the API and ends the run',
    async (vendor) => {
      const { result, api, refusal } = await playModel(vendor, () => ({
        status: 401,
        message: 'invalid x-api-key',
      }));
      expect(result).toMatchObject({
        status: 'model_error',
        error: expect.stringContaining('invalid x-api-key'),
      });
      expect(refusal).toContain('invalid x-api-key');
      expect(api.requests).toHaveLength(1);
    },
  ],
  [
    'a request whose answer breaks off is retried',
    async (vendor) => {
      const { result, api } = await playModel(vendor, ({ number }) =>
        number === 1 ? { breakOff: true } : number === 2 ? toGoal : done,
      );
      // The beginning of the stream already reported its usage, for Claude.
      expect(result).toMatchObject({ status: 'passed', costIsLowerBound: true });
      expect(result.usd).toBeCloseTo(vendor === 'claude' ? 0.0009 : 0.0006, 10);
      expect(api.requests).toHaveLength(3);
    },
  ],
];

describe.each(inTurn(cases))('$vendor', ({ name, play }) => {
  test(name, play);
});

if (isLong) {
  test('an announced wait over ten minutes is an error of the API at once', async () => {
    const { result } = await playModel('claude', () => ({
      status: 429,
      headers: { 'retry-after': '601' },
    }));
    expect(result).toMatchObject({
      status: 'model_error',
      error: 'the API answers 429; an episode waits 600 s at the most, and it asks for 601 s',
      steps: 0,
      requests: 0,
    });
  });
}

if (isLong) {
  test('a flagged prompt only affects this task', async () => {
    const flagged = await playModel('openai', () => ({ status: 403, message: 'flagged_input: violence' }));
    expect(flagged.result.status).toBe('model_refused');
    expect(flagged.refusal).toBeNull();
  });
}

if (isLong) {
  test('the time limit is paused while the API makes the agent wait', async () => {
    const { result } = await playModel(
      'claude',
      ({ number }) =>
        number === 1 ? { status: 429, headers: { 'retry-after-ms': '16000' } } : number === 2 ? toGoal : done,
      { maxDurationMs: 15_900 },
    );
    expect(result.status).toBe('passed');
  });

  test('an API that always breaks off is given up', async () => {
    const { result, api } = await playModel('claude', () => ({ breakOff: true }));
    expect(result).toMatchObject({
      status: 'model_error',
      error: expect.stringContaining('broke off'),
      usd: null,
      costIsLowerBound: true,
    });
    expect(api.requests).toHaveLength(3);
  });

  test('a few tries without a connection are enough', async () => {
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

  test('spent credit ends the run without waiting', async () => {
    const credit = 'Your credit balance is too low to access the Anthropic API.';
    const spent = await playModel('claude', () => ({ status: 400, message: credit }));
    expect(spent.result).toMatchObject({ status: 'model_error', error: credit });
    expect(spent.refusal).toContain(credit);
    const quota = await playModel('openai', () => ({ status: 429, message: 'insufficient_quota' }));
    expect(quota.result.status).toBe('model_error');
    expect(quota.refusal).toContain('insufficient_quota');
    expect([spent, quota].map(({ api }) => api.requests.length)).toEqual([1, 1]);
  });
}
