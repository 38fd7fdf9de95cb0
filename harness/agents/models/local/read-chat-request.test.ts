import { expect, test } from 'vitest';
import { readChatRequest, readOwnRequest } from './read-chat-request.ts';

const messages = [{ role: 'user', content: 'Go on.' }];
const tools = [
  { type: 'function', function: { name: 'open', parameters: { type: 'object' } } },
  { type: 'function', function: { name: 'click', parameters: { type: 'object' } } },
];
const schema = { type: 'object', properties: { city: { type: 'string' } } };

test.each<[string, object, object]>([
  ['tools', { tools }, { kind: 'calls_or_text' }],
  ['tools and auto', { tools, tool_choice: 'auto' }, { kind: 'calls_or_text' }],
  ['tools and required', { tools, tool_choice: 'required' }, { kind: 'calls' }],
  [
    'a named function',
    { tools, tool_choice: { type: 'function', function: { name: 'click' } } },
    { kind: 'calls', tool: 'click' },
  ],
  ['tools and none', { tools, tool_choice: 'none' }, { kind: 'text' }],
  ['no tools', {}, { kind: 'text' }],
  ['the format text', { response_format: { type: 'text' } }, { kind: 'text' }],
  [
    'a schema',
    { response_format: { type: 'json_schema', json_schema: { name: 'a', schema } } },
    { kind: 'json', schema },
  ],
  ['any object', { response_format: { type: 'json_object' } }, { kind: 'json', schema: null }],
])('a request with %s has its form of answer', (_, fields, form) => {
  expect(readChatRequest({ messages, ...fields })).toMatchObject({ form });
});

test('tools that may not be called are not in the prompt', () => {
  const asked = readChatRequest({ messages, tools, tool_choice: 'none' });
  expect(asked).toMatchObject({ conversation: { tools: [] } });
});

test('parts of text become one text, and the role developer is that of the system', () => {
  const given = [
    { role: 'developer', content: [{ type: 'text', text: 'Be brief.' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'One.' },
        { type: 'text', text: 'Two.' },
      ],
    },
  ];
  expect(readChatRequest({ messages: given })).toMatchObject({
    conversation: {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'One.\nTwo.' },
      ],
    },
  });
});

test('the limit of an answer and the stream are read', () => {
  const fields = { max_completion_tokens: 50, stream: true, stream_options: { include_usage: true } };
  const asked = { maxTokens: 50, isStream: true, reportsUsage: true };
  expect(readChatRequest({ messages, ...fields })).toMatchObject(asked);
  const without = { maxTokens: 20, isStream: false, reportsUsage: false };
  expect(readChatRequest({ messages, max_tokens: 20 })).toMatchObject(without);
});

test.each<[string, object, RegExp]>([
  [
    'a picture',
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }] }] },
    /^messages\[0\]\.content\[0\]\.type: got "image_url"; expected text, because the weights read no images/,
  ],
  [
    'a sound',
    { messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] },
    /got "input_audio"; expected text/,
  ],
  ['several answers', { n: 2 }, /^n: got 2; expected 1/],
  ['words that end an answer', { stop: ['END'] }, /^stop: got \["END"\]/],
  ['log-probabilities', { logprobs: true }, /^logprobs: got true/],
  ['functions of the older form', { functions: [{ name: 'open' }] }, /^functions: .*expected tools/],
  ['no messages', { messages: [] }, /^messages: got \[\]; expected a list/],
  [
    'an unknown role',
    { messages: [{ role: 'critic' }] },
    /^messages\[0\]\.role: got "critic"; expected system,/,
  ],
  [
    'broken arguments in the history',
    { messages: [{ role: 'assistant', tool_calls: [{ function: { name: 'open', arguments: '{' } }] }] },
    /^messages\[0\]\.tool_calls\[0\]\.function\.arguments: got "\{"; expected the text of a JSON object/,
  ],
  ['a tool of another type', { tools: [{ type: 'custom', custom: {} }] }, /^tools\[0\]: got "custom"/],
  [
    'an unknown choice',
    { tools, tool_choice: 'any' },
    /^tool_choice: got "any"; expected auto, none, required/,
  ],
  [
    'a function that is not offered',
    { tools, tool_choice: { type: 'function', function: { name: 'sing' } } },
    /^tool_choice: got the function "sing"; expected the name of a tool/,
  ],
  [
    'JSON beside tools',
    { tools, response_format: { type: 'json_object' } },
    /^response_format: got JSON beside tools/,
  ],
  ['another format', { response_format: { type: 'grammar' } }, /^response_format: got \{"type":"grammar"\}/],
])('%s is refused with the field and the reason', (_, fields, refused) => {
  expect(readChatRequest({ messages, ...fields })).toEqual({ refused: expect.stringMatching(refused) });
});

test('each request of the own loop is answered with a call, and its messages stay as they are', () => {
  const own = [{ role: 'user', content: [{ type: 'text', text: 'a' }] }];
  expect(readOwnRequest({ messages: own, tools, max_tokens: 64 })).toEqual({
    conversation: { messages: own, tools },
    form: { kind: 'calls' },
    ...{ maxTokens: 64, isStream: false, reportsUsage: false },
  });
});
