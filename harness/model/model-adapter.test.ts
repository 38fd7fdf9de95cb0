import { expect, test } from 'vitest';
import { type AdapterOptions, noModelOptions, noOptions } from '../adapters/adapter.ts';
import { claude } from '../adapters/claude.ts';
import { openai } from '../adapters/openai.ts';
import { priceTable } from './prices.ts';

const env = { OPENCHROME_BENCH_REAL: '1', ANTHROPIC_API_KEY: 'key', OPENAI_API_KEY: 'key' };
const price = (changes: Partial<AdapterOptions['model']['price']>) => ({
  ...noOptions,
  env,
  model: { ...noModelOptions, price: { ...noModelOptions.price, ...changes } },
});

test('the default models have a price, and nothing is missing', async () => {
  for (const maker of [claude, openai]) {
    const { model, spending } = await maker.make({ ...noOptions, env });
    expect(spending).toMatchObject({ missing: [], endpoint: null, price: priceTable.models[model ?? ''] });
  }
});

test('prices of flags beat the table; the cache has rates of its own or those of the vendor', async () => {
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

test('half a price, a cache without a price and an address that is none are mistakes', async () => {
  await expect(claude.make(price({ input: 3 }))).rejects.toThrow(/--price-out is missing/);
  await expect(claude.make(price({ output: 3 }))).rejects.toThrow(/--price-in is missing/);
  await expect(claude.make(price({ cacheRead: 1 }))).rejects.toThrow(/need --price-in and --price-out/);
  const wrong = { ...env, ANTHROPIC_BASE_URL: 'example' };
  await expect(claude.make({ ...noOptions, env: wrong })).rejects.toThrow(
    /ANTHROPIC_BASE_URL: found "example"; allowed is an http/,
  );
});

test('who answers in place of the vendor is named, and caps are the lower ones', async () => {
  const adapter = await openai.make({
    ...noOptions,
    env: { ...env, OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' },
    model: { ...noModelOptions, maxUsd: 0.2, maxTokens: 100 },
  });
  expect(adapter.spending).toMatchObject({
    endpoint: '127.0.0.1:11434',
    caps: { maxTokensPerTurn: 100, maxUsdPerTask: 0.2 },
  });
});
