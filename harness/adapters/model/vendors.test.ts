import { expect, test, vi } from 'vitest';
import type { Script } from '../../stand-ins/script.ts';
import { startVendor, type Vendor } from '../../stand-ins/start-vendor.ts';
import { price, reached, webOfModel } from '../../testing/model-play.ts';
import { play } from '../../testing/play.ts';
import { noModelOptions, noOptions } from '../adapter.ts';
import { findAdapter } from '../index.ts';

vi.setConfig({ testTimeout: 40_000 });

type Way = {
  adapter: string;
  model: string;
  env(vendor: Vendor): Record<string, string>;
  refused?: string[];
};

const openaiAt =
  (api: string) =>
  ({ baseUrl, key }: Vendor) => ({ OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: key, OPENAI_API: api });

/** How each API that can be stood in for is spoken to; `refused`: rules that it is asked to break, once. */
const ways: Record<string, Way> = {
  'anthropic-messages': {
    adapter: 'claude',
    model: 'claude-sonnet-5-5',
    env: ({ baseUrl, key }) => ({ ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_API_KEY: key }),
  },
  'openai-responses': { adapter: 'openai', model: 'gpt-6.1-sol', env: openaiAt('responses') },
  'openai-chat': { adapter: 'openai', model: 'gpt-4.1', env: openaiAt('chat') },
  deepseek: { adapter: 'openai', model: 'deepseek-v4-pro', env: openaiAt('chat'), refused: ['image'] },
  openrouter: { adapter: 'openai', model: 'google/gemini-3.8-flash', env: openaiAt('chat') },
  mistral: {
    adapter: 'openai',
    model: 'mistral-medium-latest',
    env: openaiAt('chat'),
    refused: ['unknown-field', 'user-after-tool'],
  },
  vllm: { adapter: 'openai', model: 'served-model', env: openaiAt('chat'), refused: ['image'] },
  gemini: {
    adapter: 'gemini',
    model: 'gemini-3.8-flash',
    env: ({ baseUrl, key }) => ({ GOOGLE_GEMINI_BASE_URL: baseUrl, GEMINI_API_KEY: key }),
  },
};

async function playOn(dialect: string, script: Script) {
  const way = ways[dialect];
  if (!way) throw new Error(`nothing is known of ${dialect}`);
  await using vendor = await startVendor(dialect, script);
  const adapter = await findAdapter(way.adapter).make({
    ...noOptions,
    env: { OPENCHROME_BENCH_REAL: '1', ...way.env(vendor) },
    model: { ...noModelOptions, name: way.model, price },
  });
  const played = await play({ web: webOfModel, success: reached, adapter });
  return { ...played, vendor, refused: vendor.requests.flatMap((request) => request.refused ?? []), way };
}

const done = { calls: [{ tool: 'done', args: { success: true, answer: '42 metres' } }] };

test.each(Object.keys(ways))(
  '%s: an episode with thoughts, pictures, errors and several calls a turn passes, and nothing is refused',
  async (dialect) => {
    const { result, refused, way, vendor } = await playOn(dialect, ({ number, answers }) => {
      if (number === 1)
        return {
          thinking: 'I look first.',
          text: 'Looking.',
          calls: [
            { tool: 'run', args: { script: 'document.body.innerText' } },
            { tool: 'picture', args: {} },
            { tool: 'fail', args: {} },
          ],
        };
      if (number === 2) return { text: 'I will now go there.' };
      if (number === 3) {
        expect(answers[0]).toContain('/goal');
        return { thinking: 'There.', calls: [{ tool: 'open', args: { url: 'https://a.test/goal' } }] };
      }
      return done;
    });
    expect(result.error).toBeUndefined();
    expect(refused).toEqual(way.refused ?? []);
    expect(result).toMatchObject({
      status: 'passed',
      steps: 4,
      toolCalls: 4,
      requests: 4,
      selfReport: true,
      answer: '42 metres',
    });
    // What was counted from the wire is what the API counted.
    const counted = vendor.requests.flatMap(({ figures }) => figures ?? []);
    expect(result.tokens?.output).toBe(counted.reduce((sum, { output }) => sum + output, 0));
    expect(result.tokens?.cacheRead).toBe(counted.reduce((sum, { cacheRead }) => sum + cacheRead, 0));
  },
);
