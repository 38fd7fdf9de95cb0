import { expect, test } from 'vitest';
import { type Api, CutAnswer, type Entry, type Json, type ModelRequest, type Quirk } from './api.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { apiOfModel, apis } from './index.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';

const ask = (entries: readonly Entry[], changes: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'm',
  maxTokens: 100,
  effort: 'low',
  system: 'You drive a browser.',
  tools: [{ name: 'open', original: 'open', schema: { type: 'object', properties: {} }, wrappedIn: null }],
  entries,
  quirks: new Set(),
  ...changes,
});

/** For each API an answer that calls `open`, with rarely used fields that a client must send back. */
const answers: Record<string, { answer: Json; kept: unknown }> = {
  messages: {
    answer: {
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'signed' },
        { type: 'tool_use', id: 'c1', name: 'open', input: { url: 'x' } },
      ],
      stop_reason: 'tool_use',
    },
    kept: { type: 'thinking', thinking: 'hm', signature: 'signed' },
  },
  responses: {
    answer: {
      status: 'completed',
      output: [
        { type: 'reasoning', id: 'rs', summary: [], encrypted_content: 'sealed' },
        { type: 'function_call', id: 'fc', call_id: 'c1', name: 'open', arguments: '{"url":"x"}' },
      ],
    },
    kept: { type: 'reasoning', id: 'rs', summary: [], encrypted_content: 'sealed' },
  },
  chat: {
    answer: {
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            role: 'assistant',
            content: null,
            refusal: null,
            reasoning_content: 'hm',
            reasoning_details: [{ type: 'reasoning.encrypted', data: 'sealed' }],
            tool_calls: [
              {
                id: 'c1',
                type: 'function',
                function: { name: 'open', arguments: '{"url":"x"}' },
                extra_content: { google: { thought_signature: 'signed' } },
              },
            ],
          },
        },
      ],
    },
    kept: { google: { thought_signature: 'signed' } },
  },
  gemini: {
    answer: {
      candidates: [
        {
          finishReason: 'STOP',
          content: {
            role: 'model',
            parts: [
              { functionCall: { id: 'c1', name: 'open', args: { url: 'x' } }, thoughtSignature: 'signed' },
            ],
          },
        },
      ],
    },
    kept: { functionCall: { id: 'c1', name: 'open', args: { url: 'x' } }, thoughtSignature: 'signed' },
  },
};

function answerOf({ id }: Api) {
  const found = answers[id];
  if (!found) throw new Error(`no answer of ${id}`);
  return found;
}

test.each(apis.map((api) => [api.id, api] as const))(
  "%s: a call is read, and the model's message is sent back unchanged, before the answer with its id",
  (_, api) => {
    const { answer, kept } = answerOf(api);
    const turn = api.read(answer);
    expect(turn).toMatchObject({ end: 'calls', calls: [{ id: 'c1', tool: 'open', args: { url: 'x' } }] });
    const shown = {
      id: 'c1',
      tool: 'open',
      isError: false,
      blocks: [{ type: 'text' as const, text: 'opened' }],
    };
    const body = JSON.stringify(
      api.build(
        ask([
          { from: 'user', text: 'Go.' },
          { from: 'model', raw: turn.raw },
          { from: 'tools', answers: [shown] },
        ]),
      ),
    );
    expect(body).toContain(JSON.stringify(kept));
    expect(body.indexOf('opened')).toBeGreaterThan(body.indexOf(JSON.stringify(kept)));
    expect(body).not.toContain('null,"refusal"');
  },
);

test.each(apis.map((api) => [api.id, api] as const))(
  '%s: an invalid answer counts as cut, and the proxy finds path and limit in the request',
  (_, api) => {
    for (const answer of [{}, { error: { message: 'Overloaded' } }, { choices: [], output: null }])
      expect(() => {
        const { end } = api.read(answer);
        // Some report a failure in a successful response.
        if (end === 'error') throw new CutAnswer(end);
      }).toThrow(CutAnswer);
    const path = api.upstreamPath(api.path('m')) ?? '';
    expect([api.isPaid(path), api.isLookup(path)]).toEqual([true, false]);
    const asks = api.summary(api.build(ask([{ from: 'user', text: 'Go.' }])), path);
    expect(asks).toEqual({ model: 'm', maxOutput: 100 });
  },
);

const stops: [Api, Json, string, string | null][] = [
  [messages, { content: [], stop_reason: 'end_turn' }, 'text', 'end_turn'],
  [messages, { content: [], stop_reason: 'max_tokens' }, 'cut', 'max_tokens'],
  [messages, { content: [], stop_reason: 'pause_turn' }, 'pause', 'pause_turn'],
  [
    messages,
    { content: [], stop_reason: 'refusal', stop_details: { category: 'cyber', explanation: 'no' } },
    'refusal',
    'refusal: cyber: no',
  ],
  [
    messages,
    { content: [], stop_reason: 'model_context_window_exceeded' },
    'context',
    'model_context_window_exceeded',
  ],
  [chat, { choices: [{ finish_reason: 'length', message: { content: 'a' } }] }, 'cut', 'length'],
  [chat, { choices: [{ finish_reason: 'content_filter', message: {} }] }, 'refusal', 'content_filter'],
  [
    chat,
    { choices: [{ finish_reason: 'stop', message: { refusal: 'I will not.' } }] },
    'refusal',
    'refusal: I will not.',
  ],
  [chat, { choices: [{ finish_reason: 'error', message: { content: '' } }] }, 'error', 'error'],
  [
    chat,
    { choices: [{ finish_reason: 'error', error: { code: 502, message: 'MALFORMED_FUNCTION_CALL' } }] },
    'error',
    'error: 502 MALFORMED_FUNCTION_CALL',
  ],
  [
    responses,
    { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [] },
    'cut',
    'max_output_tokens',
  ],
  [
    responses,
    { status: 'failed', error: { code: 'server_error', message: 'sorry' } },
    'error',
    'failed: server_error sorry',
  ],
  [
    responses,
    { status: 'completed', output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'no' }] }] },
    'refusal',
    'refusal: no',
  ],
  [gemini, { candidates: [{ finishReason: 'SAFETY' }] }, 'refusal', 'SAFETY'],
  [
    gemini,
    { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'bad' }] },
    'error',
    'MALFORMED_FUNCTION_CALL: bad',
  ],
  [gemini, { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }, 'refusal', 'PROHIBITED_CONTENT'],
  [
    gemini,
    { candidates: [{ finishReason: 'MAX_TOKENS', content: { parts: [{ text: 'a' }] } }] },
    'cut',
    'MAX_TOKENS',
  ],
];

test.each(stops.map(([api, answer, end, reason]) => [api.id, reason, end, api, answer] as const))(
  '%s: the reason %s is kept and means %s',
  (_, reason, end, api, answer) => {
    expect(api.read(answer)).toMatchObject({ end, stopReason: reason, calls: [] });
  },
);

test('undocumented shapes are read or answered, without a crash', () => {
  const parts = {
    content: [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'Hi.' },
    ],
  };
  expect(chat.read({ choices: [{ finish_reason: 'stop', message: parts }] }).text).toBe('hm\nHi.');
  const call = (tool_calls: unknown) => chat.read({ choices: [{ message: { tool_calls } }] }).calls;
  expect(call([{ id: 'a', function: { name: 'open', arguments: { url: 'x' } } }])).toEqual([
    { id: 'a', tool: 'open', args: { url: 'x' } },
  ]);
  expect(call([{ id: 'a' }])).toEqual([{ id: 'a', tool: '', wrong: 'this is not a function call' }]);
  expect(call([{ id: 'a', function: { name: 'open', arguments: '{"url": ' } }])).toMatchObject([
    { wrong: 'the arguments must be a JSON object; found {"url": ' },
  ]);
  expect(call([{ function: { name: 'open' } }])).toEqual([{ id: 'call_0_0', tool: 'open', args: {} }]);
  expect(call('none')).toEqual([]);
  expect(messages.read({ content: [{ type: 'tool_use', name: 'open', input: ['x'] }] }).calls).toMatchObject([
    { wrong: 'the arguments must be a JSON object; found ["x"]' },
  ]);
  // For Messages and Gemini they are sent back as JSON, and the proxy accepts 200 levels.
  const deep = `${'{"a":'.repeat(199)}1${'}'.repeat(199)}`;
  const block = { type: 'tool_use', id: 'a', name: 'open', input: JSON.parse(deep) };
  const { calls } = messages.read({ content: [block] });
  expect(calls).toMatchObject([{ wrong: 'the arguments must have fewer than 100 levels' }]);
});

test('a tool error is only text, and images of chat completions follow the answers', () => {
  const image = { type: 'image' as const, data: 'aGk=', mimeType: 'image/png' };
  const tools = (isError: boolean): Entry[] => [
    { from: 'tools', answers: [{ id: 'c1', tool: 'open', isError, blocks: [image] }] },
  ];
  expect(JSON.stringify(messages.build(ask(tools(true))))).not.toContain('"type":"image"');
  expect(JSON.stringify(messages.build(ask(tools(false))))).toContain('"type":"image"');
  const { messages: said } = chat.build(ask(tools(false)));
  expect(said).toMatchObject([
    { role: 'system' },
    { role: 'tool', tool_call_id: 'c1', content: '(the image follows)' },
    { role: 'user', content: [{ type: 'image_url' }] },
  ]);
});

test('a host that forwards to Anthropic gets cache marks, and an old host the old name of the limit', () => {
  const entries: Entry[] = [{ from: 'user', text: 'Go.' }];
  const marks = JSON.stringify(chat.build(ask(entries, { model: 'anthropic/claude-sonnet-5.5' }))).split(
    'cache_control',
  );
  expect(marks).toHaveLength(3);
  expect(JSON.stringify(chat.build(ask(entries)))).not.toContain('cache_control');
  const usual = chat.build(ask(entries));
  expect([usual.max_tokens, usual.max_completion_tokens]).toEqual([100, undefined]);
  const newer = chat.build(ask(entries, { quirks: new Set(['new_limit_name']) }));
  expect([newer.max_tokens, newer.max_completion_tokens]).toEqual([undefined, 100]);
});

test('the API of a known model name is found, and the error for another one has the list', () => {
  const found = ['claude-opus-5', 'gpt-6-sol', 'gemini-3.8-flash'].map((model) => apiOfModel(model).id);
  expect(found).toEqual(['messages', 'responses', 'gemini']);
  expect(() => apiOfModel('llama-9')).toThrow(
    /set "api" in the agent's file to one of messages, responses, chat, gemini/,
  );
});

test('a host with deviations gets its own messages back reduced', () => {
  const { raw } = chat.read(answerOf(chat).answer);
  const said = (...quirks: Quirk[]) => {
    const { messages: built } = chat.build(ask([{ from: 'model', raw }], { quirks: new Set(quirks) }));
    return Array.isArray(built) ? built[1] : null;
  };
  const tool_calls = [{ id: 'c1', type: 'function', function: { name: 'open', arguments: '{"url":"x"}' } }];
  expect(said('bare_messages')).toEqual({ role: 'assistant', content: null, tool_calls });
  expect(said('text_beside_calls')).toEqual({ ...said(), content: '' });
});

const call = { id: 'c', name: 'open' };

/** Answers that hosts reject in the history, and the parts that are sent back instead. */
const repaired: [Api, Json, unknown][] = [
  [
    messages,
    {
      content: [
        { type: 'thinking', thinking: 'hm', signature: 's' },
        { type: 'text', text: '\n\n' },
        { ...call, type: 'tool_use', input: ['x'] },
      ],
    },
    [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { ...call, type: 'tool_use', input: {} },
    ],
  ],
  [messages, { content: [{ type: 'text', text: ' ' }] }, null],
  [chat, { choices: [{ message: { content: null } }] }, { role: 'assistant', content: '(no words)' }],
  [
    chat,
    { choices: [{ message: { content: '\n', tool_calls: [] } }] },
    { role: 'assistant', content: '(no words)' },
  ],
  ...['{"url": ', '["x"]', '"x"', ''].map((given): [Api, Json, unknown] => [
    chat,
    {
      choices: [
        {
          message: { content: null, tool_calls: [{ id: 'c', function: { name: 'open', arguments: given } }] },
        },
      ],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'open', arguments: '{}' } }],
    },
  ]),
  [
    responses,
    { output: [{ type: 'function_call', call_id: 'c', name: 'open', arguments: '{"url": ' }] },
    [{ type: 'function_call', call_id: 'c', name: 'open', arguments: '{}' }],
  ],
  [
    gemini,
    { candidates: [{ content: { parts: [{ text: '' }, {}, { functionCall: { ...call, args: 'x' } }] } }] },
    { role: 'model', parts: [{ functionCall: { ...call, args: {} } }] },
  ],
  [
    gemini,
    { candidates: [{ content: { parts: [{ text: '', thoughtSignature: 's' }] } }] },
    { role: 'model', parts: [{ text: '', thoughtSignature: 's' }] },
  ],
];

test.each(repaired.map(([api, answer, raw]) => [api.id, JSON.stringify(answer), api, answer, raw] as const))(
  '%s: of %s the accepted parts are sent back',
  (_, __, api, answer, raw) => {
    expect(api.read(answer).raw).toEqual(raw);
  },
);
