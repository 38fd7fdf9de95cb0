import type { Vendor } from '../model-apis/start-vendor.ts';

export type Way = {
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
  mistral: openai('mistral-medium-latest', 'chat', ['user-after-tool']),
  vllm: openai('served-model', 'chat', ['image']),
  ollama: openai('qwen3:8b', 'chat'),
  'lm-studio': openai('loaded-model', 'chat'),
  'llama-server': openai('/home/me/models/qwen3-8b.gguf', 'chat', ['image']),
  'strict-hosts': openai('on-ollama', 'chat', ['null-beside-calls']),
  gemini: {
    adapter: 'gemini',
    model: 'gemini-3.8-flash',
    env: ({ baseUrl, key }) => ({ GOOGLE_GEMINI_BASE_URL: baseUrl, GEMINI_API_KEY: key }),
    refused: [],
  },
};
