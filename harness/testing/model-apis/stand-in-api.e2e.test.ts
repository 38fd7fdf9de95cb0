import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { fakeApi, type Reply } from './stand-in-api.ts';

const reply: Reply = {
  text: 'Going.',
  calls: [{ tool: 'open', args: { url: 'https://a.test/' } }],
  usage: { input: 7, output: 5, cacheRead: 3, cacheWrite: 2 },
};

test("the stand-in streams a message that Anthropic's SDK puts together", async () => {
  const api = await fakeApi(() => reply);
  const client = new Anthropic({ baseURL: api.url, apiKey: 'any', maxRetries: 0 });
  const message = await client.messages
    .stream({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'go' }] })
    .finalMessage();
  expect(message.content).toMatchObject([
    { type: 'text', text: 'Going.' },
    { type: 'tool_use', name: 'open', input: { url: 'https://a.test/' } },
  ]);
  expect(message).toMatchObject({ stop_reason: 'tool_use', usage: { input_tokens: 7, output_tokens: 5 } });
});

test("and a completion that OpenAI's SDK puts together", async () => {
  const api = await fakeApi(() => reply);
  const client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: 'any', maxRetries: 0 });
  const completion = await client.chat.completions
    .stream({
      model: 'm',
      messages: [{ role: 'user', content: 'go' }],
      stream_options: { include_usage: true },
    })
    .finalChatCompletion();
  expect(completion.choices[0]?.message).toMatchObject({
    content: 'Going.',
    tool_calls: [{ function: { name: 'open', arguments: '{"url":"https://a.test/"}' } }],
  });
  expect(completion.usage).toMatchObject({ prompt_tokens: 12, completion_tokens: 5 });
});
