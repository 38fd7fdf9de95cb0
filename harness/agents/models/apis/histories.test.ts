import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wellFormedJson } from '../../../platform/errors/json.ts';
import { apiFormats } from '../../../testing/model-apis/index.ts';
import { sized } from '../../../testing/sized.ts';
import { plainName, type SentTool } from '../model-tools.ts';
import { quirkOf } from '../proxy/upstream.ts';
import type { Api, Entry, Json, Quirk } from './api.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';

const key = 'sk-fake-0123456789';
const tools: SentTool[] = [
  {
    name: 'open',
    original: 'open',
    description: 'Opens.',
    schema: { type: 'object', properties: {} },
    wrappedIn: null,
  },
];

/** Observed texts, names and arguments of models and hosts. */
const word = fc.constantFrom('', ' ', '\n\n', 'I look.', 'cut \ud83d', null);
const name = fc.constantFrom(
  'open',
  'open',
  'browser.tabs.open',
  'open<|channel|>x',
  '9lives',
  '',
  'x'.repeat(90),
  null,
);
const given = fc.constantFrom({ url: 'x' }, { text: '\ud83d', '\udc00': 1 }, ['x'], 'x', null, {});
const jsonText = fc.oneof(
  given.map((value) => JSON.stringify(value)),
  fc.constantFrom('{"url": ', '{"url": "a" "b"}', '', 'no JSON', '{"a":"\\ud83d"}'),
);
const id = fc.constantFrom('call_a', 'call_b', '', null);
const turns = <T>(turn: fc.Arbitrary<T>) => fc.array(turn, { minLength: 1, maxLength: 4 });
const upTo = <T>(most: number, part: fc.Arbitrary<T>) => fc.array(part, { maxLength: most });

/** Ids are unique per turn, because vendors never repeat them. */
const inTurn = (part: unknown, turn: number) =>
  JSON.parse(JSON.stringify(part).replaceAll(/"call_([ab])"/g, `"call_${turn}$1"`));

const chatTurn = fc
  .record(
    {
      content: fc.oneof(
        word,
        upTo(
          2,
          word.map((text) => ({ type: 'text', text: text ?? '' })),
        ),
      ),
      reasoning_content: word,
      reasoning_details: fc.constantFrom(null, [{ type: 'reasoning.text', text: 'hm' }]),
      refusal: fc.constant(null),
      tool_calls: fc.oneof(
        fc.constant(null),
        upTo(
          3,
          fc.record({
            id,
            type: fc.constant('function'),
            function: fc.record({ name, arguments: fc.oneof(jsonText, given) }),
          }),
        ),
      ),
    },
    { requiredKeys: [] },
  )
  .map((message) => ({ choices: [{ finish_reason: 'stop', message: { role: 'assistant', ...message } }] }));

const messagesTurn = upTo(
  4,
  fc.oneof(
    word.map((text) => ({ type: 'text', text: text ?? '' })),
    fc.constant({ type: 'thinking', thinking: 'hm', signature: 'signed' }),
    fc.constant({ type: 'redacted_thinking', data: 'sealed' }),
    fc.record({ type: fc.constant('tool_use'), id, name, input: given }),
  ),
).map((content) => ({ content, stop_reason: 'end_turn' }));

const responsesTurn = upTo(
  4,
  fc.oneof(
    fc.constant({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' }),
    upTo(2, word).map((texts) => ({
      ...{ type: 'message', role: 'assistant', id: 'msg_1', status: 'completed' },
      content: texts.map((text) => ({ type: 'output_text', text: text ?? '', annotations: [] })),
    })),
    fc.record({
      type: fc.constant('function_call'),
      call_id: id,
      name,
      arguments: fc.oneof(jsonText, given),
    }),
  ),
).map((output) => ({ status: 'completed', output }));

const geminiTurn = upTo(
  4,
  fc.oneof(
    word.map((text) => ({ text: text ?? '' })),
    fc.constant({}),
    fc.constant({ text: '', thoughtSignature: 'signed' }),
    fc.record({ name, args: given }).map((functionCall) => ({ functionCall, thoughtSignature: 'signed' })),
  ),
).map((parts) => ({ candidates: [{ finishReason: 'STOP', content: { role: 'model', parts } }] }));

/**
 * The refusals of a fake API for the conversation with this model output; hosts with deviations get one changed
 * request.
 */
function refusals(api: Api, format: string, model: string, said: readonly unknown[]): string[] {
  const found = apiFormats.find(({ id: each }) => each === format);
  if (!found) throw new Error(`no format ${format}`);
  const session = found.open({ key, models: found.models, maxBytes: 2 ** 25, thinks: false });
  const quirks = new Set<Quirk>();
  const entries: Entry[] = [{ from: 'user', text: 'Go.' }];
  const refused: string[] = [];
  const ask = () => {
    const request = { model, maxTokens: 100, effort: null, system: 'You drive.', tools, entries, quirks };
    const text = wellFormedJson(api.build(request));
    const headers = { ...api.headers, ...api.keyHeaders(key) };
    const path = `${found.base.replace(/\/v1$/, '')}${api.path(model)}`;
    const sent = { method: 'POST', path, query: new URLSearchParams(), headers, text, bytes: text.length };
    const judged = session.judge(sent);
    if (!('refused' in judged)) return;
    const quirk = quirkOf(JSON.stringify(judged.refused.body));
    if (quirk === null || quirks.has(quirk)) return void refused.push(judged.refused.row.rule);
    quirks.add(quirk);
    ask();
  };
  for (const [index, turn] of said.entries()) {
    ask();
    const { raw, calls } = api.read(inTurn(turn, index) as Json, index);
    if (raw !== null) entries.push({ from: 'model', raw });
    const answers = calls.map((call, at) => ({
      ...{ id: call.id, tool: call.tool, isError: 'wrong' in call },
      blocks: [{ type: 'text' as const, text: at === 0 ? 'cut \ud83d' : 'done' }],
    }));
    entries.push(calls.length > 0 ? { from: 'tools', answers } : { from: 'user', text: 'Go on.' });
  }
  ask();
  return refused;
}

const conversations: [Api, string, string, fc.Arbitrary<unknown>][] = [
  [messages, 'anthropic-messages', 'claude-sonnet-5-5', messagesTurn],
  [responses, 'openai-responses', 'gpt-6.1-sol', responsesTurn],
  [gemini, 'gemini', 'gemini-2.5-flash', geminiTurn],
  [chat, 'openai-chat', 'gpt-4.1', chatTurn],
  [chat, 'vllm', 'served-model', chatTurn],
  ...['on-groq', 'on-ollama', 'on-strict'].map((model): [Api, string, string, fc.Arbitrary<unknown>] => [
    chat,
    'strict-hosts',
    model,
    chatTurn,
  ]),
];

test.each(conversations.map(([api, format, model, turn]) => [format, model, api, turn] as const))(
  '%s (%s): the host accepts every history, in spite of odd turns of a model',
  (format, model, api, turn) => {
    fc.assert(
      fc.property(turns(turn), (said) => {
        expect(refusals(api, format, model, said)).toEqual([]);
      }),
      { numRuns: sized(100, 2000) },
    );
  },
);

test('each host accepts every name of a called tool', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (odd) => {
      expect(plainName(odd)).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
    }),
  );
});
