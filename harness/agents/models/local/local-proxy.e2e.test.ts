import { afterEach, expect, test } from 'vitest';
import { llamaModules } from '../../../testing/llama-modules.ts';
import { everyNth } from '../../../testing/sized.ts';
import type { Json } from '../apis/api.ts';
import { joinChat } from '../apis/join-events.ts';
import { openLocalProxy } from './local-proxy.ts';
import { startRuntime } from './runtime/start-runtime.ts';
import { type StoredAnswer, whyNotOf } from './score-answers.ts';

// Nothing in it is undefined.
const env = { ...process.env } as Record<string, string>;
const sampling = { temperature: 0.7, topK: 20, topP: 0.8, repeatPenalty: 1.1 };
const opened: AsyncDisposable[] = [];

afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

const messages = [{ role: 'user', content: 'Open the page.' }];
const tools = [{ type: 'function', function: { name: 'open', parameters: { type: 'object' } } }];

/** The proxy of an agent, on weights that can only write one text. */
async function agentOn(text: string | null, { tokenMs = 0, maxTokens = 12_000, started = () => {} } = {}) {
  const { runtime: installed, weights } = await llamaModules({ text, tokenMs });
  const runtime = await startRuntime(installed, { weights: [weights], context: 4096, threads: 1 }, env);
  const stored: StoredAnswer[] = [];
  const refused: [string, string][] = [];
  const proxy = await openLocalProxy({
    ...{ runtime, model: 'Little@0123', sampling, seed: '1:a-task', maxTokens, maxComputeMs: 60_000 },
    clock: { pause: started, resume: () => {} },
    agent: { turnTokens: 200, refused: (word, why) => refused.push([word, why]) },
    record: (answer) => stored.push({ request: stored.length, ...answer } as StoredAnswer),
  });
  opened.push(runtime, proxy);
  const send = (path: string, body: object | null, signal?: AbortSignal) =>
    fetch(`${proxy.url}${path}`, {
      headers: { authorization: `Bearer ${proxy.placeholder}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  const ask = async (fields: object) => {
    const answer = await send('/v1/chat/completions', { model: 'Little', messages, ...fields });
    return { status: answer.status, text: await answer.text() };
  };
  return { runtime, proxy, stored, refused, send, ask };
}

const callText = '{"name": "open", "arguments": {"url": "https://a.test/"}}';
const call = { name: 'open', arguments: '{"url": "https://a.test/"}' };

test.each(
  everyNth<[string, string, object, object, string]>(2, [
    ['a forced call', callText, { tools, tool_choice: 'required' }, { content: null }, 'tool_calls'],
    ['a chosen call', `<tool_call>\n${callText}\n</tool_call>`, { tools }, { content: null }, 'tool_calls'],
    ['a text beside tools', 'It is open.', { tools }, { content: 'It is open.' }, 'stop'],
    ['a text', 'Hello.', {}, { content: 'Hello.' }, 'stop'],
    ['JSON', '{"a": 1}', { response_format: { type: 'json_object' } }, { content: '{"a": 1}' }, 'stop'],
    ['a text that is cut', 'Hello.', { max_tokens: 3 }, { content: 'Hel' }, 'length'],
  ]),
)(
  '%s is an answer of chat completions, as a whole and as a stream',
  async (_, text, fields, message, end) => {
    const { ask, stored, runtime } = await agentOn(text);
    const isCall = end === 'tool_calls';
    const expected = {
      object: 'chat.completion',
      model: 'Little',
      choices: [
        {
          finish_reason: end,
          message: {
            ...message,
            ...(isCall && { tool_calls: [{ id: expect.stringMatching(/^call_\w+$/), function: call }] }),
          },
        },
      ],
      usage: { completion_tokens: stored.at(0)?.tokens.length ?? expect.any(Number) },
    };
    const whole = await ask(fields);
    expect(whole.status).toBe(200);
    expect(JSON.parse(whole.text)).toMatchObject(expected);
    const stream = await ask({ ...fields, stream: true, stream_options: { include_usage: true } });
    const lines = stream.text.split('\n\n').filter((line) => line !== '');
    expect(lines.at(-1)).toBe('data: [DONE]');
    const events = lines.slice(0, -1).map((line) => JSON.parse(line.slice('data: '.length)) as Json);
    expect(joinChat(events)).toMatchObject({
      ...expected,
      object: 'chat.completion.chunk',
      choices: [
        {
          finish_reason: end,
          message: { ...(isCall ? { tool_calls: [{ function: call }] } : message) },
        },
      ],
    });
    expect(stored).toHaveLength(2);
    for (const answer of stored) expect(await whyNotOf(runtime, answer)).toBeNull();
  },
);

test('an answer that is stored without its end is found', async () => {
  const { ask, stored, runtime } = await agentOn('Hello.');
  await ask({});
  const [answer] = stored;
  if (!answer) throw new Error('an answer is stored');
  const cut = { ...answer, tokens: answer.tokens.slice(0, -1) };
  expect(await whyNotOf(runtime, cut)).toBe('the tokens do not reach the stored end of the answer');
  const longer = { ...answer, tokens: [...answer.tokens, 97] };
  expect(await whyNotOf(runtime, { ...longer, text: 'Hello.a' })).toMatch(/^1 of 8 tokens lie outside/);
});

test('a list of models has the weights, and what the runtime cannot do is refused in the format of the API', async () => {
  const { send, refused, proxy } = await agentOn('a');
  const list = await send('/v1/models', null);
  expect(await list.json()).toMatchObject({ object: 'list', data: [{ id: 'Little@0123' }] });
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } };
  const long = [{ role: 'user', content: 'a'.repeat(5000) }];
  const bad: [path: string, fields: object, word: string, why: RegExp][] = [
    ['/responses', {}, 'refused', /^\/v1\/responses: the weights of --model-file answer \/v1\/chat/],
    ['/chat/completions', { n: 2 }, 'refused', /^n: got 2; expected 1/],
    [
      '/chat/completions',
      { messages: [{ role: 'user', content: [image] }] },
      'refused',
      /got "image_url"; expected text, because the weights read no images/,
    ],
    ['/chat/completions', { tools: [{ type: 'web_search' }] }, 'server_tool', /web_search/],
    [
      '/chat/completions',
      { messages: long },
      'context',
      /^the prompt has 50\d\d tokens; the context has 4096$/,
    ],
  ];
  for (const [path, fields, word, why] of bad) {
    const answer = await send(`/v1${path}`, { model: 'Little', messages, ...fields });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('x-contract-bench')).toBe(word);
    expect(await answer.json()).toMatchObject({ error: { message: expect.stringMatching(why) } });
  }
  expect(refused).toEqual(bad.map(([, , word, why]) => [word, expect.stringMatching(why)]));
  expect(proxy.account()).toMatchObject({ requests: 0 });
});

test('requests at the same time are answered one after the other, within the tokens of the episode', async () => {
  const { ask, stored, refused } = await agentOn('Hello.', { maxTokens: 10 });
  const answers = await Promise.all([ask({}), ask({}), ask({})]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
  expect(stored.map(({ end, tokens }) => [end, tokens.length])).toEqual([
    ['stop', 7],
    ['cut', 3],
  ]);
  expect(refused).toEqual([['budget', 'all 10 output tokens of the episode are used']]);
});

test('a client that leaves does not keep the runtime busy', async () => {
  const gone = new AbortController();
  const started = () => gone.abort();
  const { send, runtime, refused, stored } = await agentOn(null, { tokenMs: 20, started });
  const asked = send('/v1/chat/completions', { model: 'Little', messages }, gone.signal);
  await expect(asked).rejects.toThrow();
  expect(await runtime.tokenize('a')).toEqual([97]);
  expect({ refused, stored }).toEqual({ refused: [], stored: [] });
});
