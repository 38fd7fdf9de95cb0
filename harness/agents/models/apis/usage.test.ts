import { expect, test } from 'vitest';
import type { Api, Json } from './api.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';

const whole = { input: 70, output: 20, cacheRead: 30, cacheWrite: 0 };

/** Usage reports, their charged counts, and the names of missing counts. */
const reports: [Api, Json, object | null, string[]][] = [
  [
    chat,
    { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 30 } },
    whole,
    [],
  ],
  [chat, { prompt_tokens: 100, total_tokens: 120, prompt_cache_hit_tokens: 30 }, whole, []],
  [chat, { prompt_tokens: 100 }, { input: 100, output: 0 }, ['completion_tokens']],
  [chat, { prompt_tokens: 100, completion_tokens: '20' }, { input: 100, output: 0 }, ['completion_tokens']],
  [chat, { prompt_tokens: -5, completion_tokens: 20 }, { input: 0, output: 20 }, ['prompt_tokens']],
  [chat, { completion_tokens: 20, total_tokens: 120 }, { input: 0, output: 20 }, ['prompt_tokens']],
  [chat, { prompt_tokens: 1e300, completion_tokens: 20 }, { input: 0, output: 20 }, ['prompt_tokens']],
  [
    chat,
    { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: -3 } },
    { input: 100, output: 20, cacheRead: 0 },
    ['cached_tokens'],
  ],
  [chat, { prompt_tokens: null, completion_tokens: null }, null, []],
  [chat, {}, null, []],
  [responses, { input_tokens: 100 }, { input: 100, output: 0 }, ['output_tokens']],
  [responses, { output_tokens: 20 }, { input: 0, output: 20 }, ['input_tokens']],
  [messages, { input_tokens: 70, output_tokens: 20, cache_read_input_tokens: 30 }, whole, []],
  [messages, { input_tokens: 70 }, { input: 70, output: 0 }, ['output_tokens']],
  [messages, { output_tokens: 20 }, { input: 0, output: 20 }, ['input_tokens']],
  [
    messages,
    { input_tokens: 70, output_tokens: 20, cache_creation_input_tokens: '9' },
    { cacheWrite: 0 },
    ['cache_creation_input_tokens'],
  ],
  [
    messages,
    {
      input_tokens: 1,
      output_tokens: 2,
      cache_creation_input_tokens: 1000,
      cache_creation: { ephemeral_5m_input_tokens: 600, ephemeral_1h_input_tokens: 400 },
    },
    { cacheWrite: 1000, hourWrite: 400 },
    [],
  ],
  [
    messages,
    {
      input_tokens: 30,
      output_tokens: 20,
      iterations: [
        { type: 'compaction', input_tokens: 180_000, output_tokens: 3500 },
        { type: 'message', input_tokens: 30, output_tokens: 20 },
      ],
    },
    { input: 180_030, output: 3520 },
    [],
  ],
  [
    gemini,
    { promptTokenCount: 100, cachedContentTokenCount: 30, candidatesTokenCount: 5, thoughtsTokenCount: 15 },
    whole,
    [],
  ],
  [gemini, { promptTokenCount: 100, totalTokenCount: 120 }, { input: 100, output: 20 }, []],
  [
    gemini,
    { promptTokenCount: 100, candidatesTokenCount: 5 },
    { input: 100, output: 5 },
    ['totalTokenCount'],
  ],
  [gemini, { promptTokenCount: 100 }, { input: 100, output: 0 }, ['totalTokenCount']],
  [gemini, { candidatesTokenCount: 5, totalTokenCount: 900 }, { input: 0, output: 5 }, ['promptTokenCount']],
];

test.each(
  reports.map(
    ([api, usage, charged, unsaid]) => [api.id, JSON.stringify(usage), api, usage, charged, unsaid] as const,
  ),
)(
  '%s: the reported part of the usage %s is charged, and the missing part is named',
  (_, __, api, usage, charged, unsaid) => {
    const read = api.usageIn({ usage, usageMetadata: usage }, null);
    if (charged === null) expect(read).toBeNull();
    else expect(read).toMatchObject({ ...charged, unsaid });
  },
);

test('the counts of a stream add up, and later ones fill gaps of earlier ones', () => {
  const said = [
    { input_tokens: 70, cache_creation: { ephemeral_1h_input_tokens: 9 } },
    { output_tokens: 20 },
  ];
  const read = said.reduce(
    (before: ReturnType<Api['usageIn']>, usage) => messages.usageIn({ usage }, before),
    null,
  );
  expect(read).toMatchObject({ input: 70, output: 20, cacheWrite: 9, hourWrite: 9, unsaid: [] });
  const lost = messages.usageIn(
    { usage: { output_tokens: 20 } },
    messages.usageIn({ usage: { output_tokens: 1 } }, null),
  );
  expect(lost).toMatchObject({ input: 0, output: 20, unsaid: ['input_tokens'] });
});

test.each([
  [messages, { usage: { service_tier: 'priority' } }, 'priority'],
  [messages, { usage: { service_tier: 'standard', speed: 'fast' } }, 'fast'],
  [messages, { message: { usage: { service_tier: 'standard', inference_geo: 'us' } } }, 'us'],
  [messages, { usage: { service_tier: 'standard', speed: 'standard', inference_geo: 'global' } }, null],
  [chat, { service_tier: 'flex' }, 'flex'],
  [responses, { response: { service_tier: 'priority' } }, 'priority'],
  [gemini, { usageMetadata: { trafficType: 'ON_DEMAND_PRIORITY' } }, 'priority'],
  [gemini, { usageMetadata: { serviceTier: 'flex' } }, 'flex'],
] as const)('%o: the tier of an answer is read', (api, answer, tier) => {
  expect(api.tierIn(answer)).toBe(tier);
});
