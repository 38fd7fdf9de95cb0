import { expect, test } from 'vitest';
import { apiFormats } from '../../../testing/model-apis/index.ts';
import type { Answer } from '../../../testing/model-apis/wire/script.ts';
import { CutAnswer, Json } from './api.ts';
import { apis } from './index.ts';
import { joinChat } from './join-events.ts';

const apiIds: Record<string, string> = {
  'anthropic-messages': 'messages',
  'openai-responses': 'responses',
  gemini: 'gemini',
};

const call = { tool: 'open', args: { url: 'https://a.test/' } };
const answers: Record<string, Answer> = {
  'a text': { text: 'I look at the page.' },
  'thoughts and several calls': { text: 'Going.', thinking: 'There it is.', calls: [call, call] },
  'a call alone': { calls: [call] },
  'a call with invalid arguments': { calls: [{ tool: 'open', args: '{"url": ' }] },
  'a cut answer': { text: 'At length', cut: true },
  nothing: {},
};

const figures = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, reasoning: 0 };

test.each(
  apiFormats.flatMap((format) =>
    Object.entries(answers).map(([name, answer]) => [format.id, name, answer] as const),
  ),
)('%s: a stream with %s is read as the whole answer is', (id, _, answer) => {
  const format = apiFormats.find((each) => each.id === id);
  const api = apis.find((each) => each.id === (apiIds[id] ?? 'chat'));
  if (!format || !api) throw new Error(`no format ${id}`);
  const session = format.open({ key: 'k', models: format.models, maxBytes: 1e6, thinks: true });
  const { path, body } = format.example('k');
  const streamed = path.replace(':generateContent', ':streamGenerateContent');
  const query = new URLSearchParams({ alt: 'sse' });
  const sent = { method: 'POST', path: streamed, query, headers: {}, text: JSON.stringify(body), bytes: 1 };
  const { body: heard } = session.hear(sent);
  const whole = session.speak({ answer, figures, model: 'm' }, heard, sent);
  const events = whole.events
    .flatMap((event) => event.split('\n'))
    .flatMap((line) => (line.startsWith('data: {') ? [Json.parse(JSON.parse(line.slice(6)))] : []));
  const read = api.read(Json.parse(structuredClone(whole.json)), 1);
  expect(api.read(api.stream.join(events), 1)).toEqual(read);
  // Without its last events it has no end.
  expect(() => api.stream.join(events.slice(0, -3))).toThrow(CutAnswer);
});

const chunk = (delta: object, more: object = {}) => ({ choices: [{ index: 0, delta, ...more }] });

test('calls without an index, whole calls, repeated names and split thoughts are joined', () => {
  const joined = joinChat([
    chunk({ role: 'assistant', content: null, reasoning_details: [{ index: 0, type: 'text', text: 'It ' }] }),
    chunk({ reasoning_details: [{ index: 0, type: 'text', text: 'is.' }] }),
    chunk({ tool_calls: [{ id: 'a', function: { name: 'open', arguments: '{"a":1}' } }] }),
    chunk({ tool_calls: [{ index: 1, id: 'b', function: { name: 'look', arguments: '' } }] }),
    chunk({ tool_calls: [{ index: 1, id: '', function: { name: 'look', arguments: '{}' } }] }),
    chunk({}, { finish_reason: 'tool_calls' }),
    { choices: [], usage: { prompt_tokens: 1 } },
  ]);
  expect(joined).toMatchObject({
    usage: { prompt_tokens: 1 },
    choices: [
      {
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          reasoning_details: [{ index: 0, type: 'text', text: 'It is.' }],
          tool_calls: [
            { id: 'a', function: { name: 'open', arguments: '{"a":1}' } },
            { id: 'b', function: { name: 'look', arguments: '{}' } },
          ],
        },
      },
    ],
  });
});
