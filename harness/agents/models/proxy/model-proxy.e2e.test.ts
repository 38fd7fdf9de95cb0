import { Readable } from 'node:stream';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../testing/model-apis/stand-in-api.ts';
import { apiOf, dripInto, proxyBefore, proxyKey } from '../../../testing/models/open-proxy.ts';
import { sampleOf } from '../../../testing/models/wire-samples.ts';
import { within } from '../../../testing/processes.ts';
import { chat } from '../apis/chat.ts';
import { apis } from '../apis/index.ts';
import { messages } from '../apis/messages.ts';
import { readAll } from './upstream.ts';

function ask(url: string, placeholder: string, body: object, changes: RequestInit = {}) {
  const headers = { 'content-type': 'application/json', 'x-api-key': placeholder };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body), ...changes });
}

test.each(apis.map((format) => [format.id, format] as const))(
  '%s: the key is replaced, the body stays equal, and tokens are counted on the wire, whole and streamed',
  async (id, format) => {
    const { path, body, whole, events } = sampleOf(id);
    const streamed = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    const seen: { headers: string; path: string; body: string }[] = [];
    const api = await apiOf((request, response) => {
      void readAll(request).then((sent) => {
        seen.push({ headers: JSON.stringify(request.headers), path: request.url ?? '', body: String(sent) });
        const isStream = seen.length === 2;
        response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json');
        response.end(isStream ? streamed : JSON.stringify(whole));
      });
    });
    const proxy = await proxyBefore(format, id === 'chat' || id === 'responses' ? `${api}/v1` : api);
    expect(await (await ask(`${proxy.url}${path}`, proxy.placeholder, body)).json()).toEqual(whole);
    const usd = (2 * 70 + 0.2 * 30 + 10 * 20) / 1e6;
    const tokens = { input: 70, output: 20, cacheRead: 30, cacheWrite: 0 };
    expect(proxy.last()).toEqual({ tokens, usd });
    expect(await (await ask(`${proxy.url}${path}`, proxy.placeholder, body)).text()).toBe(streamed);
    expect(proxy.account()).toMatchObject({
      usd: 2 * usd,
      requests: 2,
      isLowerBound: false,
      answered: 'm-1',
    });
    expect(seen.map((each) => each.path)).toEqual([path, path]);
    for (const { headers, body: sent } of seen) {
      expect(headers).toContain(proxyKey);
      expect(headers).not.toContain(proxy.placeholder);
      expect(JSON.parse(sent)).toEqual(body);
    }
  },
);

test.each(apis.map((format) => [format.id, format] as const))(
  "%s: a request over the budget is refused in the vendor's format and not sent",
  async (id, format) => {
    const { path, body } = sampleOf(id);
    let requests = 0;
    const api = await apiOf((_, response) => {
      requests += 1;
      response.end('{}');
    });
    const proxy = await proxyBefore(format, api, { capUsd: 0.001 });
    const answer = await ask(`${proxy.url}${path}`, proxy.placeholder, body);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('x-contract-bench')).toBe('budget');
    const why = expect.stringMatching(
      /^the next request would cost about 0\.0\d+ USD; 0 of 0\.001 are spent$/,
    );
    expect(await answer.json()).toMatchObject({ error: { message: why } });
    expect(requests).toBe(0);
    expect(proxy.account()).toMatchObject({ usd: 0, requests: 0 });
  },
);

test('the SDKs of the vendors work through it, also with streams', async () => {
  const api = await fakeApi(() => ({ text: 'Going.', usage: { input: 7, output: 5 } }));
  const first = await proxyBefore(messages, api.url);
  const anthropic = new Anthropic({ baseURL: first.url, apiKey: first.placeholder, maxRetries: 0 });
  const said = { model: 'm', max_tokens: 9, messages: [{ role: 'user' as const, content: 'go' }] };
  expect((await anthropic.messages.create(said)).content).toMatchObject([{ text: 'Going.' }]);
  expect((await anthropic.messages.stream(said).finalMessage()).usage.output_tokens).toBe(5);
  expect(first.account()).toMatchObject({ requests: 2, tokens: { input: 14, output: 10 } });
  const second = await proxyBefore(chat, `${api.url}/v1`);
  const openai = new OpenAI({ baseURL: `${second.url}/v1`, apiKey: second.placeholder, maxRetries: 0 });
  const stream = openai.chat.completions.stream({
    model: 'm',
    messages: [{ role: 'user', content: 'go' }],
    stream_options: { include_usage: true },
  });
  expect((await stream.finalChatCompletion()).choices[0]?.message.content).toBe('Going.');
  expect(second.account()).toMatchObject({ requests: 1, tokens: { input: 7, output: 5 } });
});

test('a client without the placeholder, or with an unknown path, is refused', async () => {
  const proxy = await proxyBefore(chat, 'http://127.0.0.1:9');
  expect((await ask(`${proxy.url}/v1/chat/completions`, proxyKey, {})).status).toBe(401);
  expect((await ask(`${proxy.url}/v1/files`, proxy.placeholder, {})).status).toBe(404);
});

test('a model without a known price is refused', async () => {
  const proxy = await proxyBefore(chat, 'http://127.0.0.1:9');
  const answer = await ask(`${proxy.url}/v1/chat/completions`, proxy.placeholder, { model: 'unknown' });
  expect(await answer.json()).toMatchObject({
    error: { message: 'no known price for the model "unknown"' },
  });
});

test('a stream is cut when its budget is spent, and its reported usage is charged', async () => {
  const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
  const api = await apiOf((_, response) => {
    response.setHeader('content-type', 'text/event-stream');
    const words = Readable.from(
      (function* endless() {
        yield event({ type: 'message_start', message: { usage: { input_tokens: 1000, output_tokens: 1 } } });
        for (;;) yield event({ delta: { text: 'word '.repeat(2000) } });
      })(),
    );
    response.on('close', () => words.destroy());
    words.pipe(response);
  });
  const proxy = await proxyBefore(messages, api, { capUsd: 0.1 });
  const body = { model: 'm', stream: true, messages: [] };
  const answer = ask(`${proxy.url}/v1/messages`, proxy.placeholder, body).then((each) => each.text());
  await expect(answer).rejects.toThrow();
  expect(proxy.account()).toMatchObject({ isLowerBound: true, requests: 0, tokens: { input: 1000 } });
  // The rest stays reserved, because the vendor may charge for the unread end of the answer.
  const again = await ask(`${proxy.url}/v1/messages`, proxy.placeholder, body);
  expect(again.headers.get('x-contract-bench')).toBe('budget');
});

test('a cancelled request makes the account a lower bound, and its connection is closed', async () => {
  let closed = false;
  const api = await apiOf((request) => {
    request.socket.on('close', () => {
      closed = true;
    });
  });
  const proxy = await proxyBefore(chat, api);
  const body = { model: 'm', messages: [] };
  const gone = new AbortController();
  const asked = ask(`${proxy.url}/v1/chat/completions`, proxy.placeholder, body, { signal: gone.signal });
  expect(await within(60_000, () => proxy.unansweredMs() !== null)).toBe(true);
  expect(proxy.account()).toMatchObject({ usd: null, isLowerBound: true });
  gone.abort();
  await expect(asked).rejects.toThrow();
  expect(await within(60_000, () => closed)).toBe(true);
  expect(proxy.account()).toMatchObject({ usd: null, tokens: null, isLowerBound: true, requests: 0 });
});

test('the silence of a stream starts at its last byte, not at the request', async () => {
  let say = (_: string) => {};
  const api = await apiOf((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    say = (text) => void response.write(text);
    say(': begins\n\n');
  });
  const proxy = await proxyBefore(chat, api);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${proxy.placeholder}` };
  const body = JSON.stringify({ model: 'm', messages: [], stream: true });
  const answer = await fetch(`${proxy.url}/v1/chat/completions`, { method: 'POST', headers, body });
  const reader = answer.body?.getReader();
  await reader?.read();
  const silentMs = () => proxy.unansweredMs() ?? Number.NaN;
  expect(await within(60_000, () => silentMs() > 50)).toBe(true);
  const before = silentMs();
  const goesOn = () => {
    say(': goes on\n\n');
    return silentMs() < before;
  };
  expect(await within(60_000, goesOn)).toBe(true);
  await reader?.cancel();
});

test('"later" is waited for with a paused clock, and a request lost at a gateway may have a cost', async () => {
  const statuses = [429, 529, 504, 200];
  const api = await apiOf((_, response) => {
    response.writeHead(statuses.shift() ?? 500, { 'retry-after-ms': '5' });
    response.end('{"usage": {"prompt_tokens": 1, "completion_tokens": 1}}');
  });
  const proxy = await proxyBefore(chat, api);
  const body = { model: 'm', messages: [] };
  const answer = await ask(`${proxy.url}/v1/chat/completions`, proxy.placeholder, body);
  expect(answer.status).toBe(200);
  expect(proxy.account()).toMatchObject({ requests: 1, retries: 3, usd: 0.000012, isLowerBound: true });
  expect([proxy.pauses, proxy.resumes]).toEqual([1, 1]);
});

test('the clock stands while any request is open, from the first to the end of the last', async () => {
  const held: (() => void)[] = [];
  const api = await apiOf((_, response) => {
    held.push(() => response.end('{"usage": {"prompt_tokens": 1, "completion_tokens": 1}}'));
  });
  const proxy = await proxyBefore(chat, api);
  const send = () => ask(`${proxy.url}/v1/chat/completions`, proxy.placeholder, { model: 'm', messages: [] });
  const answers = [send(), send()];
  expect(await within(60_000, () => held.length === 2)).toBe(true);
  held[0]?.();
  await Promise.race(answers);
  expect([proxy.pauses, proxy.resumes]).toEqual([2, 0]);
  held[1]?.();
  await Promise.all(answers);
  expect(proxy.resumes).toBe(1);
  expect(proxy.account().computedMs).toBeGreaterThan(0);
});

test.each([
  ['is silent', 'silentMs', null, /^the API had not answered a request for \d+ s$/],
  [
    'never ends',
    'computeMs',
    ': still here\n\n',
    /^the model had computed for \d+ s; an episode waits 0.2 s/,
  ],
] as const)('an API that %s is given up, and asked no more', async (_, limit, word, why) => {
  let requests = 0;
  const api = await apiOf((_, response) => {
    requests += 1;
    if (word === null) return;
    dripInto(response, word);
  });
  const proxy = await proxyBefore(chat, api, { patience: { [limit]: 200 } });
  const body = { model: 'm', messages: [], stream: true };
  const send = () => ask(`${proxy.url}/v1/chat/completions`, proxy.placeholder, body);
  // An answer that began breaks off; without a beginning it is a refusal.
  const first = send().then((answer) => answer.text());
  await (word === null ? first : expect(first).rejects.toThrow());
  const again = await send();
  expect(again.headers.get('x-contract-bench')).toBe('gave_up');
  expect(await again.json()).toMatchObject({ error: { message: expect.stringMatching(why) } });
  expect(requests).toBe(1);
  expect(proxy.account()).toMatchObject({ usd: null, isLowerBound: true });
});
