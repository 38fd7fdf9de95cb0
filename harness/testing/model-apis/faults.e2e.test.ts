import { describe, expect, test } from 'vitest';
import { within } from '../processes.ts';
import { apiFormats } from './index.ts';
import { startVendor, type Vendor } from './start-vendor.ts';
import type { Answer, Reply } from './wire/script.ts';
import { type Transport, transports } from './wire/transport.ts';

const calling: Answer = { text: 'I go.', calls: [{ tool: 'open', args: { url: 'https://a.test/' } }] };
const chats = ['openai-chat', 'deepseek', 'openrouter', 'mistral', 'vllm'];

/** The genuine first request, with a stream asked for as the dialect does. */
async function ask({ url, key }: Vendor, id: string, stream: boolean, signal: AbortSignal | null = null) {
  const dialect = apiFormats.find((each) => each.id === id);
  if (!dialect) throw new Error(`no dialect ${id}`);
  const { path, headers, body } = dialect.example(key);
  const isGemini = id === 'gemini';
  const streamed = isGemini ? path.replace(':generate', ':streamGenerate').concat('?alt=sse') : path;
  const asked = stream && !isGemini ? { stream, stream_options: { include_usage: true } } : {};
  if (id === 'anthropic-messages') Reflect.deleteProperty(asked, 'stream_options');
  return await fetch(`${url}${stream ? streamed : path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...Object(body), ...asked }),
    signal,
  });
}

async function said(id: string, reply: Reply, stream = false): Promise<string> {
  await using vendor = await startVendor(id, () => reply);
  return await (await ask(vendor, id, stream)).text();
}

/** How each dialect says what ends an answer. */
const ends: [id: string, answer: Answer, words: string][] = [
  ['anthropic-messages', { text: 'No.', end: 'refusal' }, '"stop_details":{"type":"refusal"'],
  ['anthropic-messages', { text: 'A moment.', end: 'pause' }, '"stop_reason":"pause_turn"'],
  ['anthropic-messages', { text: 'A', end: 'context-full' }, '"stop_reason":"model_context_window_exceeded"'],
  ['anthropic-messages', { text: 'A', cut: true }, '"stop_reason":"max_tokens"'],
  ['anthropic-messages', {}, '"stop_reason":"end_turn"'],
  ['openai-responses', { end: 'refusal' }, '"type":"refusal"'],
  ['openai-responses', { text: 'A', end: 'filtered' }, '"incomplete_details":{"reason":"content_filter"}'],
  ['openai-responses', { text: 'A', cut: true }, '"incomplete_details":{"reason":"max_output_tokens"}'],
  ['openai-responses', { end: 'failed' }, '"status":"failed"'],
  ['openai-responses', {}, '"output":[]'],
  ...chats.flatMap((id): typeof ends => [
    [id, { end: 'refusal' }, '"refusal":"I can’t help with that."'],
    [id, { text: 'A', end: 'filtered' }, '"finish_reason":"content_filter"'],
    [id, { text: 'A', cut: true }, '"finish_reason":"length"'],
    [id, {}, '"content":null'],
  ]),
  [
    'openrouter',
    { end: 'failed' },
    '"finish_reason":"error","native_finish_reason":"MALFORMED_FUNCTION_CALL"',
  ],
  ['gemini', { end: 'refusal' }, '"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"}'],
  ['gemini', { end: 'filtered' }, '"finishReason":"SAFETY"'],
  ['gemini', { end: 'failed' }, '"finishReason":"MALFORMED_FUNCTION_CALL"'],
  ['gemini', { text: 'A', cut: true }, '"finishReason":"MAX_TOKENS"'],
];

test.each(ends)('%s ends %j with %s, whole and streamed', async (id, answer, words) => {
  expect(await said(id, answer)).toContain(words);
  expect(await said(id, answer, true)).toContain(words);
});

const usageFields: Record<string, string> = { gemini: 'usageMetadata' };

test.each(apiFormats.map(({ id }) => id))('%s reports what is wrong with its usage', async (id) => {
  const field = usageFields[id] ?? 'usage';
  const reported = async (usage: NonNullable<Answer['usage']>) =>
    JSON.parse(await said(id, { text: 'Done.', usage }))[field];
  expect(await reported('none')).toBeUndefined();
  expect(await reported('empty')).toEqual({});
  expect(Object.values(await reported('partial'))).toEqual([expect.any(Number)]);
  expect(new Set(Object.values(await reported('null')))).toEqual(new Set([null]));
  expect(JSON.stringify(await reported({ output: 4242 }))).toContain('4242');
});

test.each(chats)('%s gives out the shapes that clients do not foresee', async (id) => {
  const message = async (answer: Answer) => JSON.parse(await said(id, answer)).choices[0].message;
  const parts = await message({ text: 'Done.', misshapen: 'array-content' });
  expect(parts.content.map(({ type }: { type: string }) => type)).toEqual(['thinking', 'text']);
  const asObject = await message({ ...calling, misshapen: 'object-arguments' });
  expect(asObject.tool_calls[0].function.arguments).toEqual({ url: 'https://a.test/' });
  const nameless = await message({ ...calling, misshapen: 'no-function' });
  expect(nameless.tool_calls[0]).not.toHaveProperty('function');
});

test.each(apiFormats.map(({ id }) => id))(
  '%s names the model that answered, and says when to come back',
  async (id) => {
    expect(await said(id, { text: 'Done.', answeredBy: 'another-model' })).toContain('another-model');
    await using vendor = await startVendor(id, () => ({
      status: 429,
      headers: { 'retry-after': '7' },
      message: 'later',
    }));
    const response = await ask(vendor, id, false);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await response.text()).toContain('later');
  },
);

test('a refusal by the script has its own wait', async () => {
  await using vendor = await startVendor('anthropic-messages', () => ({
    refuse: 'overloaded',
    retryAfterS: 3,
  }));
  const response = await ask(vendor, 'anthropic-messages', true);
  expect([response.status, response.headers.get('retry-after')]).toEqual([529, '3']);
});

/** What a client sees of each; false where it is something else. */
const seen: Record<
  Exclude<Transport, 'hang' | 'drip'>,
  (response: Response, key: string, stream: boolean) => Promise<boolean>
> = {
  html: async (response) => response.status === 200 && (await response.text()).startsWith('<!doctype'),
  'html-502': async (response) => response.status === 502 && (await response.text()).startsWith('<!doctype'),
  garbage: async (response) => isNoJson(await response.text()),
  'empty-object': async (response) => (await response.text()).replace('data: ', '').trim() === '{}',
  'error-in-200': async (response) =>
    response.status === 200 && (await response.text()).includes('"Overloaded"'),
  'other-form': async (response, _, stream) => (await response.text()).startsWith('{') === stream,
  reset: async () => false,
  cut: async (response) =>
    await response.text().then(
      () => false,
      () => true,
    ),
  echo: async (response, key) => response.status === 401 && (await response.text()).includes(key),
};

function isNoJson(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

describe.each(['anthropic-messages', 'openai-responses', 'openai-chat', 'gemini'])('%s', (id) => {
  test.each([true, false])('can be ill on the way (streamed: %s)', async (stream) => {
    for (const transport of transports) {
      await using vendor = await startVendor(id, () => ({ transport }));
      const ending = new AbortController();
      const response = ask(vendor, id, stream, ending.signal);
      if (transport === 'reset') await expect(response, transport).rejects.toThrow('fetch failed');
      else if (transport === 'hang') {
        const settled = response.then(() => true).catch((error: Error) => error.name);
        expect(await within(60_000, () => vendor.requests.length === 1)).toBe(true);
        ending.abort();
        expect(await settled).toBe('AbortError');
      } else if (transport === 'drip') {
        const { body } = await response;
        const reader = body?.getReader();
        for (let drops = 0; drops < 3; drops++) expect((await reader?.read())?.done).toBe(false);
        ending.abort();
      } else expect(await seen[transport](await response, vendor.key, stream), transport).toBe(true);
    }
  });
});
