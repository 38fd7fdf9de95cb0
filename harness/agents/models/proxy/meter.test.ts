import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chat } from '../apis/chat.ts';
import { gemini } from '../apis/gemini.ts';
import { Budget } from './budget.ts';
import { Forecast, Meter } from './meter.ts';
import type { Usage } from './prices.ts';
import { priceTable, toPico, toUsd } from './prices.ts';

/** A page of 600 kB as it is sent to a model; vendors count one token per 2.6 characters. */
const page = 'x'.repeat(60_000);
const tokensOf = (text: string) => Math.ceil(text.length / 2.6);
const output = 350;

/** Plays requests that each add a page, with the vendors' cache behaviour. Returns spent USD and the refusal. */
function readTwelveTimes(model: string, capUsd: number) {
  const price = priceTable.models[model];
  if (!price) throw new Error(`no price of ${model}`);
  const budget = new Budget(capUsd);
  const forecast = new Forecast();
  let messages: string[] = [];
  let known = 0;
  for (let request = 1; request <= 12; request++) {
    messages = [...messages, page];
    const body = { model, tools: 'y'.repeat(18_000), messages };
    const nowMs = request * 20_000;
    const { expected } = forecast.expect({ model, body, maxOutput: 16_384, price, nowMs });
    const spent = budget.account().usd ?? 0;
    const held = budget.hold(expected);
    if ('refused' in held) return { requests: request - 1, spent, next: toUsd(expected), ...held };
    const prompt = tokensOf(JSON.stringify(body));
    const usage: Usage = { input: 0, output, cacheRead: known, cacheWrite: prompt - known };
    budget.charge(held, usage, price);
    forecast.learn({ model, body, usage, nowMs });
    known = prompt;
  }
  return { requests: 12, spent: budget.account().usd ?? 0, next: 0, refused: null };
}

test.each(Object.keys(priceTable.models))(
  '%s: a long page is read twelve times, or until spent and expected cost exceed the cap',
  (model) => {
    const { requests, spent, next, refused } = readTwelveTimes(model, 0.5);
    expect(spent).toBeLessThanOrEqual(0.5);
    if (refused === null) expect(requests).toBe(12);
    else expect(spent + next).toBeGreaterThan(0.5);
    // The expected cost is near the real cost: at most the page, the cached rest and a short answer.
    expect(next).toBeLessThan(0.45);
  },
);

test('mid-price models do not end with budget left', () => {
  expect(readTwelveTimes('claude-haiku-5-5', 0.5).requests).toBe(12);
  expect(readTwelveTimes('gpt-6-luna', 0.5).requests).toBe(12);
  const sonnet = readTwelveTimes('claude-sonnet-5-5', 0.5);
  expect(sonnet.requests).toBeGreaterThanOrEqual(6);
  expect(sonnet.spent).toBeGreaterThan(0.42);
});

test('the common part of two requests is expected at the cache rate while the cache is warm, else as new', () => {
  const price = { input: 1, output: 1, cacheWrite: 2, cacheRead: 0.1 };
  const forecast = new Forecast();
  const usage: Usage = { input: 0, output: 10, cacheRead: 0, cacheWrite: 10_000 };
  const body = { messages: ['a'.repeat(26_000)] };
  forecast.learn({ model: 'm', body, usage, nowMs: 0 });
  const next = { messages: [...body.messages, 'b'.repeat(2600)] };
  const expected = (nowMs: number) =>
    toUsd(forecast.expect({ model: 'm', body: next, maxOutput: 0, price, nowMs }).expected);
  expect(expected(60_000)).toBeCloseTo((10_000 * 0.1 + 1000 * 2) / 1e6, 4);
  expect(expected(600_000)).toBeCloseTo((10_000 * 2 + 1000 * 2) / 1e6, 4);
});

test('in any order of requests the expected cost is a number of at least 0', () => {
  const step = fc.record({
    text: fc.string({ maxLength: 50 }),
    nowMs: fc.nat(1e7),
    prompt: fc.nat(1e6),
    read: fc.nat(1e6),
  });
  const price = { input: 1, output: 1, cacheWrite: 2, cacheRead: 0.1 };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
      const forecast = new Forecast();
      for (const { text, nowMs, prompt, read } of steps) {
        const { expected } = forecast.expect({ model: 'm', body: { text }, maxOutput: null, price, nowMs });
        expect(Number.isFinite(expected)).toBe(true);
        expect(expected).toBeGreaterThanOrEqual(0);
        expect(expected).toBeLessThan(toPico(100));
        const usage: Usage = { input: prompt, output: 0, cacheRead: read, cacheWrite: 0 };
        forecast.learn({ model: 'm', body: { text }, usage, nowMs });
      }
    }),
  );
});

test.each([
  ['flex', { factor: 0.5 }],
  ['priority', { factor: 2 }],
  ['default', {}],
  ['constructor', { unpriced: 'no known price for the tier "constructor"' }],
  ['turbo', { unpriced: 'no known price for the tier "turbo"' }],
])('an answer of the tier %s is charged by its rates, or its cost is unknown', (service_tier, more) => {
  const meter = new Meter(chat);
  const event = (data: object) => meter.piece(Buffer.from(`data: ${JSON.stringify(data)}\n\n`));
  event({ service_tier, choices: [{ delta: { content: 'Hello.' } }] });
  event({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 20 } });
  const counts = { input: 100, output: 20, cacheRead: 0, cacheWrite: 0, unsaid: [] };
  expect(meter.usage).toEqual({ ...counts, ...more });
});

test('an answer as a list of events is counted like a stream', () => {
  const meter = new Meter(gemini);
  const usageMetadata = { promptTokenCount: 100, totalTokenCount: 120 };
  expect(meter.whole(JSON.stringify([{ candidates: [] }, { usageMetadata }]))).toBe(true);
  expect(meter.usage).toMatchObject({ input: 100, output: 20 });
  expect(meter.whole('[]')).toBe(false);
});
