import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { startVendor, type Vendor } from './start-vendor.ts';
import { pngOf } from './wire/image.ts';
import type { Question, Reply } from './wire/script.ts';

/** Calls the tool, then says what it answered. */
function caller({ answers, tools }: Question): Reply {
  if (answers.length > 0) return { text: `It says ${answers.at(-1)}.` };
  return {
    text: 'I go.',
    thinking: 'There.',
    calls: [{ tool: tools[0] ?? '', args: { url: 'https://a.test/' } }],
  };
}

const schema = { type: 'object' as const, properties: { url: { type: 'string' } }, required: ['url'] };

function anthropicOf({ baseUrl, key }: Vendor): Anthropic {
  return new Anthropic({ baseURL: baseUrl, apiKey: key, maxRetries: 0 });
}

function openaiOf({ baseUrl, key }: Vendor): OpenAI {
  return new OpenAI({ baseURL: baseUrl, apiKey: key, maxRetries: 0 });
}

test.each([true, false])("Anthropic's SDK goes through a tool call (streamed: %s)", async (stream) => {
  await using vendor = await startVendor('anthropic-messages', caller);
  const { messages } = anthropicOf(vendor);
  const fixed = {
    model: 'claude-sonnet-5-5',
    max_tokens: 4096,
    thinking: { type: 'adaptive' as const, display: 'summarized' as const },
    tools: [{ name: 'open', input_schema: schema }],
  };
  const send = async (asked: Anthropic.MessageParam[]) =>
    stream
      ? await messages.stream({ ...fixed, messages: asked }).finalMessage()
      : await messages.create({ ...fixed, messages: asked });
  const question: Anthropic.MessageParam = { role: 'user', content: 'Go to a.test.' };
  const first = await send([question]);
  expect(first.content).toMatchObject([
    { type: 'thinking', thinking: 'There.', signature: expect.stringMatching(/^sig_/) },
    { type: 'text', text: 'I go.' },
    { type: 'tool_use', name: 'open', input: { url: 'https://a.test/' } },
  ]);
  expect(first.stop_reason).toBe('tool_use');
  const call = first.content.find((block) => block.type === 'tool_use');
  const answer: Anthropic.ContentBlockParam = {
    type: 'tool_result',
    tool_use_id: call?.id ?? '',
    content: 'hello',
  };
  const second = await send([
    question,
    { role: 'assistant', content: first.content },
    { role: 'user', content: [answer] },
  ]);
  expect(second.content.at(-1)).toMatchObject({ type: 'text', text: 'It says hello.' });
  expect(second.usage.output_tokens).toBe(vendor.requests[1]?.figures?.output);
});

test("Anthropic's SDK names what was refused", async () => {
  await using vendor = await startVendor('anthropic-messages', caller);
  const { messages } = anthropicOf(vendor);
  const ask = (model: string) =>
    messages.create({ model, max_tokens: 9, messages: [{ role: 'user', content: 'Go.' }] });
  await expect(ask('claude-nobody-9')).rejects.toBeInstanceOf(Anthropic.NotFoundError);
  await expect(
    messages.countTokens({ model: 'claude-sonnet-5-5', messages: [{ role: 'user', content: 'Go.' }] }),
  ).resolves.toMatchObject({ input_tokens: expect.any(Number) });
  expect(vendor.requests.map(({ refused }) => refused)).toEqual(['unknown-model', null]);
});

test("a picture that is too large is an error of its own in Anthropic's SDK, with its place", async () => {
  await using vendor = await startVendor('anthropic-messages', caller);
  const source = { type: 'base64' as const, media_type: 'image/png' as const, data: pngOf(1265, 12_626) };
  const call = { type: 'tool_use' as const, id: 'toolu_1', name: 'look', input: {} };
  const image = { type: 'image' as const, source };
  const asked = anthropicOf(vendor).messages.create({
    model: 'claude-sonnet-5-5',
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: [image] }] },
    ],
  });
  await expect(asked).rejects.toMatchObject({
    status: 400,
    errorCode: 'image_dimensions_too_large',
    details: { max_side_length_pixels: 8000, paths: ['messages.2.content.0.content.0'] },
    message: expect.stringContaining('messages.2.content.0.tool_result.content.0.image.source.base64.data: '),
  });
});

test.each([true, false])(
  "OpenAI's SDK goes through a tool call of Responses (streamed: %s)",
  async (stream) => {
    await using vendor = await startVendor('openai-responses', caller);
    const { responses } = openaiOf(vendor);
    const fixed = {
      model: 'gpt-6.1-sol',
      store: false,
      include: ['reasoning.encrypted_content' as const],
      tools: [{ type: 'function' as const, name: 'open', parameters: schema, strict: false }],
    };
    const send = async (input: OpenAI.Responses.ResponseInput) =>
      stream
        ? await responses.stream({ ...fixed, input }).finalResponse()
        : await responses.create({ ...fixed, input });
    const question = { role: 'user' as const, content: 'Go to a.test.' };
    const first = await send([question]);
    expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call']);
    expect(first.output_text).toBe('I go.');
    const [call] = first.output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
    expect(JSON.parse(call?.arguments ?? '')).toEqual({ url: 'https://a.test/' });
    // What the SDK adds to an item is not for the vendor.
    const said = first.output.map((item) => ({
      ...item,
      parsed_arguments: undefined,
    })) as OpenAI.Responses.ResponseInput;
    const answer = { type: 'function_call_output' as const, call_id: call?.call_id ?? '', output: 'hello' };
    const second = await send([question, ...said, answer]);
    expect(second.output_text).toBe('It says hello.');
  },
);

test.each([
  ['openai-chat', 'gpt-4.1'],
  ['deepseek', 'deepseek-v4-pro'],
  ['openrouter', 'google/gemini-3.8-flash'],
  ['mistral', 'mistral-large-latest'],
  ['vllm', 'served-model'],
])("OpenAI's SDK goes through a tool call of %s, whole, and reads its stream", async (id, model) => {
  await using vendor = await startVendor(id, caller);
  const { completions } = openaiOf(vendor).chat;
  const tools = [{ type: 'function' as const, function: { name: 'open', parameters: schema } }];
  const question = { role: 'user' as const, content: 'Go to a.test.' };
  const first = await completions.create({ model, tools, messages: [question] });
  const message = first.choices[0]?.message;
  const call = message?.tool_calls?.[0];
  if (!message || call?.type !== 'function') throw new Error('no call');
  expect(JSON.parse(call.function.arguments)).toEqual({ url: 'https://a.test/' });
  const answer = { role: 'tool' as const, tool_call_id: call.id, content: 'hello' };
  const second = await completions.create({ model, tools, messages: [question, message, answer] });
  expect(second.choices[0]?.message.content).toBe('It says hello.');
  const streamed = await completions
    .stream({ model, tools, messages: [question], stream_options: { include_usage: true } })
    .finalChatCompletion();
  expect(streamed.choices[0]?.message).toMatchObject({
    content: 'I go.',
    tool_calls: [{ function: { name: 'open', arguments: '{"url":"https://a.test/"}' } }],
  });
  expect(streamed.usage?.prompt_tokens).toBe(first.usage?.prompt_tokens);
});

test('a client without an SDK reads both streams of Gemini', async () => {
  await using vendor = await startVendor('gemini', () => ({ text: 'Hello there.' }));
  const ask = async (query: string) => {
    const address = `${vendor.url}/v1beta/models/gemini-3.8-flash:streamGenerateContent${query}`;
    const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Hello.' }] }] });
    const headers = { 'content-type': 'application/json', 'x-goog-api-key': vendor.key };
    return await (await fetch(address, { method: 'POST', headers, body })).text();
  };
  type Chunk = { candidates: { content?: { parts: { text: string }[] } }[] };
  const texts = (chunks: Chunk[]) =>
    chunks.flatMap(({ candidates }) => candidates[0]?.content?.parts.map(({ text }) => text) ?? []).join('');
  const events = (await ask('?alt=sse')).trim().split('\n\n');
  expect(texts(events.map((line) => JSON.parse(line.replace('data: ', ''))))).toBe('Hello there.');
  expect(texts(JSON.parse(await ask('')))).toBe('Hello there.');
});

test('tools in a namespace are called in it', async () => {
  await using vendor = await startVendor('openai-responses', ({ tools }) => ({
    calls: tools.map((tool) => ({ tool, args: {} })),
  }));
  const tools = [
    { type: 'namespace', name: 'browser', tools: [{ type: 'function', name: 'open', parameters: schema }] },
  ];
  const response = await fetch(`${vendor.baseUrl}/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${vendor.key}` },
    body: JSON.stringify({ model: 'gpt-6.1-sol', input: 'Go.', tools }),
  });
  const { output } = (await response.json()) as { output: unknown[] };
  expect(output.at(-1)).toMatchObject({ type: 'function_call', namespace: 'browser', name: 'open' });
});
