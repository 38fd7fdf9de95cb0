import { noModelOptions, noOptions } from '../adapters/adapter.ts';
import { findAdapter } from '../adapters/index.ts';
import type { Script } from '../stand-ins/script.ts';
import type { Model } from '../stand-ins/seen.ts';
import { startVendor, type Vendor } from '../stand-ins/start-vendor.ts';
import { price, reached, webOfModel } from './model-play.ts';
import { type PlayedEpisode, type Playing, play } from './play.ts';

type Way = {
  adapter: string;
  model: string;
  env(vendor: Vendor): Record<string, string>;
  /** Rules that the loop breaks once, to find out what its host wants. */
  refused: readonly string[];
};

function openai(model: string, api: string, refused: readonly string[] = []): Way {
  const env = ({ baseUrl, key }: Vendor) => ({
    OPENAI_BASE_URL: baseUrl,
    OPENAI_API_KEY: key,
    OPENAI_API: api,
  });
  return { adapter: 'openai', model, env, refused };
}

/** How each API that can be stood in for is spoken to. */
export const ways: Readonly<Record<string, Way>> = {
  'anthropic-messages': {
    adapter: 'claude',
    model: 'claude-sonnet-5-5',
    env: ({ baseUrl, key }) => ({ ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_API_KEY: key }),
    refused: [],
  },
  'openai-responses': openai('gpt-6.1-sol', 'responses'),
  'openai-chat': openai('gpt-4.1', 'chat'),
  deepseek: openai('deepseek-v4-pro', 'chat', ['image']),
  openrouter: openai('google/gemini-3.8-flash', 'chat'),
  mistral: openai('mistral-medium-latest', 'chat', ['unknown-field', 'user-after-tool']),
  vllm: openai('served-model', 'chat', ['image']),
  gemini: {
    adapter: 'gemini',
    model: 'gemini-3.8-flash',
    env: ({ baseUrl, key }) => ({ GOOGLE_GEMINI_BASE_URL: baseUrl, GEMINI_API_KEY: key }),
    refused: [],
  },
};

export type PlayedOn = PlayedEpisode & { vendor: Vendor; way: Way; rules: string[]; refusal: string | null };

/** Plays one episode with our own loop on an API that refuses what the vendor refuses; `rules` are those it broke. */
export async function playOn(
  dialect: string,
  script: Script,
  {
    models,
    maxUsd = 0.5,
    ...playing
  }: Partial<Playing> & { models?: readonly Model[]; maxUsd?: number } = {},
): Promise<PlayedOn> {
  const way = ways[dialect];
  if (!way) throw new Error(`nothing is known of ${dialect}`);
  await using vendor = await startVendor(dialect, script, models ? { models } : {});
  const adapter = await findAdapter(way.adapter).make({
    ...noOptions,
    env: { OPENCHROME_BENCH_REAL: '1', ...way.env(vendor) },
    model: { ...noModelOptions, name: way.model, price, maxUsd },
  });
  const played = await play({ web: webOfModel, success: reached, ...playing, adapter });
  const rules = vendor.requests.flatMap(({ refused }) => refused ?? []);
  return { ...played, vendor, way, rules, refusal: adapter.spending?.refusal() ?? null };
}
