import { expect, test } from 'vitest';
import { type BuiltInAgentOptions, noModelOptions, noOptions } from '../built-in-agent.ts';
import { findBuiltInAgent } from '../index.ts';
import { modelAgents } from './model-adapter.ts';
import { priceTable } from './proxy/prices.ts';

const claude = findBuiltInAgent('claude');
const openai = findBuiltInAgent('openai');

const env = {
  OPENCHROME_BENCH_REAL: '1',
  ANTHROPIC_API_KEY: 'key',
  OPENAI_API_KEY: 'key',
  GEMINI_API_KEY: 'key',
};
const price = (changes: Partial<BuiltInAgentOptions['model']['price']>) => ({
  ...noOptions,
  env,
  model: { ...noModelOptions, price: { ...noModelOptions.price, ...changes } },
});

test('the default models have a price, and nothing is missing', async () => {
  expect(modelAgents.map(({ id }) => id)).toEqual(['claude', 'openai', 'gemini']);
  for (const maker of modelAgents) {
    const { model, spending } = await maker.make({ ...noOptions, env });
    expect(spending).toMatchObject({
      missing: [],
      endpoint: { class: 'vendor', name: null },
      price: priceTable.models[model ?? ''],
    });
  }
});

test('prices from flags override the table; cache rates come from flags or from the vendor', async () => {
  expect((await claude.make(price({ input: 3, output: 15 }))).spending?.price).toEqual({
    input: 3,
    output: 15,
    cacheWrite: 3.75,
    cacheRead: 0.30000000000000004,
  });
  const own = price({ input: 3, output: 15, cacheWrite: 1, cacheRead: 2 });
  expect((await openai.make(own)).spending?.price).toEqual({
    input: 3,
    output: 15,
    cacheWrite: 1,
    cacheRead: 2,
  });
  expect((await openai.make(price({ input: 0, output: 0 }))).spending?.missing).toEqual([]);
});

test('half a price, a cache price alone and an invalid address are mistakes', async () => {
  await expect(claude.make(price({ input: 3 }))).rejects.toThrow(/--price-out is missing/);
  await expect(claude.make(price({ output: 3 }))).rejects.toThrow(/--price-in is missing/);
  await expect(claude.make(price({ cacheRead: 1 }))).rejects.toThrow(/need --price-in and --price-out/);
  const wrong = { ...env, ANTHROPIC_BASE_URL: 'example' };
  await expect(claude.make({ ...noOptions, env: wrong })).rejects.toThrow(
    /ANTHROPIC_BASE_URL: got "example"; expected an http/,
  );
});

test('a host in place of the vendor is named, and the lower caps apply', async () => {
  const adapter = await openai.make({
    ...noOptions,
    env: { ...env, OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' },
    model: { ...noModelOptions, maxUsd: 0.2, maxTokens: 100 },
  });
  expect(adapter.spending).toMatchObject({
    endpoint: { class: 'loopback', name: null },
    caps: { maxTokensPerTurn: 100, maxUsdPerTask: 0.2 },
  });
});

test('by default OpenAI itself gets the Responses API and other hosts chat completions', async () => {
  const apiOf = async (changes: Record<string, string>) =>
    (await openai.make({ ...noOptions, env: { ...env, ...changes } })).spending?.api;
  expect(await apiOf({})).toBe('responses');
  expect(await apiOf({ OPENAI_BASE_URL: 'https://api.openai.com/v1/' })).toBe('responses');
  expect(await apiOf({ OPENAI_BASE_URL: 'https://openrouter.ai/api/v1' })).toBe('chat');
  expect(await apiOf({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_API: 'responses' })).toBe(
    'responses',
  );
  await expect(apiOf({ OPENAI_API: 'rest' })).rejects.toThrow(
    /OPENAI_API: got "rest"; expected responses or chat/,
  );
});

test("the vendor's own address counts as such in any spelling, and addresses never contain user and password", async () => {
  const spendingAt = async (ANTHROPIC_BASE_URL: string) =>
    (await claude.make({ ...noOptions, env: { ...env, ANTHROPIC_BASE_URL } })).spending;
  for (const own of ['https://api.anthropic.com', 'https://api.anthropic.com:443/'])
    expect((await spendingAt(own))?.endpoint).toEqual({ class: 'vendor', name: null });
  const gateway = await spendingAt('http://user:s3cretpassw0rd@gateway.example:8080');
  expect(gateway?.endpoint).toEqual({ class: 'private', name: null });
  expect(gateway?.address).toMatch(/^http:\/\/gateway\.example:8080 /);
});

test('a flag raises the cost limit of an episode', async () => {
  const raised = await claude.make({ ...noOptions, env, model: { ...noModelOptions, maxUsd: 5 } });
  expect(raised.spending?.caps.maxUsdPerTask).toBe(5);
});

test.each([
  ['http://127.0.0.1:11434/v1', 0, []],
  ['http://192.168.1.7:8000/v1', 0, []],
  ['http://127.0.0.1:11434/v1', 2, ['OPENCHROME_BENCH_REAL']],
  ['https://api.deepseek.com', 0, ['OPENCHROME_BENCH_REAL', 'OPENAI_API_KEY']],
  ['https://api.openai.com/v1', 0, ['OPENCHROME_BENCH_REAL', 'OPENAI_API_KEY']],
])('%s at a price of %s: missing is %j', async (OPENAI_BASE_URL, usd, missing) => {
  const { spending } = await openai.make({ ...price({ input: usd, output: usd }), env: { OPENAI_BASE_URL } });
  expect(spending?.missing.map((line) => /^\w+/.exec(line)?.[0])).toEqual(missing);
});
