import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { apiOf, proxyBefore, proxyKey } from '../../../testing/models/open-proxy.ts';
import { sampleOf } from '../../../testing/models/wire-samples.ts';
import { chat } from '../apis/chat.ts';
import { apis } from '../apis/index.ts';
import { messages } from '../apis/messages.ts';

function apiById(id: string) {
  const found = apis.find((each) => each.id === id);
  if (!found) throw new Error(`no API ${id}`);
  return found;
}

function ask(url: string, placeholder: string, body: object, changes: RequestInit = {}) {
  const headers = { 'content-type': 'application/json', 'x-api-key': placeholder };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body), ...changes });
}

test.each([
  ['messages', { model: 'm', tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
  ['chat', { model: 'm', web_search_options: {} }],
  ['responses', { model: 'm', tools: [{ type: 'web_search' }, { type: 'function', name: 'f' }] }],
  ['gemini', { tools: [{ googleSearch: {} }] }],
])('%s: tools that run at the vendor are refused and counted', async (id, body) => {
  const proxy = await proxyBefore(apiById(id), 'http://127.0.0.1:9');
  const answer = await ask(`${proxy.url}${sampleOf(id).path}`, proxy.placeholder, body);
  expect([answer.status, answer.headers.get('x-contract-bench')]).toEqual([400, 'server_tool']);
  expect(proxy.account().serverTools).toBe(1);
});

const gemini = '/v1beta/models/m:generateContent';
const tools = '"tools": [{"googleSearch": {}}]';

test.each([
  ['compressed', gzipSync(`{${tools}}`), { 'content-encoding': 'gzip' }],
  ['said to be compressed', `{${tools}}`, { 'content-encoding': 'br' }],
  ['marked by its order of bytes', `\uFEFF{${tools}}`, {}],
  ['with names that are no texts', `{tools: [{googleSearch: {}}]}`, {}],
  ['with a comment', `{/**/${tools}}`, {}],
  ['with a name twice', `{${tools}, "tools": []}`, {}],
  ['with a name twice, once escaped', `{${tools}, "to\\u006fls": []}`, {}],
  ['with a name twice, deep down', `{"contents": [{"parts": [], "parts": []}]}`, {}],
  ['of a list', `[{${tools}}]`, {}],
  ['of a text', `"x"`, {}],
  ['without a word', '', {}],
  ['in Latin', Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]), {}],
  ['of a thousand levels', `{"contents": ${'['.repeat(1000)}${']'.repeat(1000)}}`, {}],
  ['with tools that are no list', `{"tools": {"googleSearch": {}}}`, {}],
])('a body %s is refused with a reason, and nothing is sent', async (_, body, headers) => {
  let requests = 0;
  const api = await apiOf((_request, response) => {
    requests += 1;
    response.end('{}');
  });
  const proxy = await proxyBefore(apiById('gemini'), api);
  const all = { 'content-type': 'application/json', 'x-api-key': proxy.placeholder, ...headers };
  const sent = typeof body === 'string' ? body : new Uint8Array(body);
  const answer = await fetch(`${proxy.url}${gemini}`, { method: 'POST', headers: all, body: sent });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    error: { message: expect.stringMatching(/got .*; expected /) },
  });
  expect(requests).toBe(0);
});

/** A raw request, so that no URL class normalises the path. */
function rawly(url: string, path: string, method: string, key: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject);
    sent.end(method === 'GET' ? undefined : '{"model":"m","messages":[]}');
  });
}

test('only unambiguous paths are forwarded, and only with their method', async () => {
  const seen: string[] = [];
  const api = await apiOf((asked, response) => {
    seen.push(`${asked.method} ${asked.url}`);
    response.end('{}');
  });
  const statuses = async (id: string, paths: readonly string[]) => {
    const proxy = await proxyBefore(apiById(id), api);
    return Promise.all(
      paths.map((path) => {
        const [method = '', rest = ''] = path.split(' ');
        return rawly(proxy.url, rest, method, proxy.placeholder);
      }),
    );
  };
  const climbs = [
    '..%2Fchat%2Fcompletions',
    '%2e%2e/chat/completions',
    '..%5cchat',
    '..%252Fchat',
    '../chat/completions',
  ];
  const odd = [...climbs, 'a;b', '/a', 'a//b', '.', '..', '...', 'a/b/c', 'a%00', 'a\\b', 'a%3ab'];
  expect(
    await statuses(
      'chat',
      odd.map((name) => `GET /v1/models/${name}`),
    ),
  ).toEqual(odd.map(() => 404));
  expect(
    await statuses('chat', [
      'POST /v1/models/..%2Fchat%2Fcompletions',
      'GET http://elsewhere.test/v1/models/m',
      'GET //v1/models',
    ]),
  ).toEqual([404, 404, 404]);
  expect(
    await statuses('gemini', [
      'POST /v1beta/models/m%3AgenerateContent',
      'POST /v1beta/models/..:generateContent',
    ]),
  ).toEqual([404, 404]);
  expect(
    await statuses('chat', ['POST /v1/models/m', 'PUT /v1/models/m', 'GET /v1/chat/completions']),
  ).toEqual([405, 405, 405]);
  expect(await statuses('chat', ['POST /v1/models/m:generateContent'])).toEqual([405]);
  expect(seen).toEqual([]);
  expect(await statuses('chat', ['GET /v1/models?key=x&fields=y', 'GET /v1/models/org/m-1.5:free'])).toEqual([
    200, 200,
  ]);
  expect(
    await statuses('messages', ['GET /v1/models?limit=20&beta=true', 'POST /v1/messages/count_tokens']),
  ).toEqual([200, 200]);
  expect(
    await statuses('gemini', [`POST ${gemini}?alt=sse&fields=candidates&$fields=x&prettyPrint=false`]),
  ).toEqual([200]);
  expect(seen).toEqual([
    'GET /models',
    'GET /models/org/m-1.5:free',
    'GET /v1/models?beta=true&limit=20',
    'POST /v1/messages/count_tokens',
    `POST ${gemini}?alt=sse`,
  ]);
});

test('a request that only counts tokens may not have vendor tools either', async () => {
  const proxy = await proxyBefore(messages, 'http://127.0.0.1:9');
  const body = { model: 'm', messages: [], tools: [{ type: 'web_fetch_20260318', name: 'web_fetch' }] };
  const answer = await ask(`${proxy.url}/v1/messages/count_tokens`, proxy.placeholder, body);
  expect([answer.status, answer.headers.get('x-contract-bench')]).toEqual([400, 'server_tool']);
});

test.each([
  ['GET', '/v1/models/nope', 'm', []],
  ['POST', '/v1/chat/completions', 'another', []],
  ['POST', '/v1/chat/completions', 'm', ['404 {"error":{"message":"no such model"}}']],
])('%s %s of the model %s ends the run: %s', async (method, path, model, ended) => {
  const api = await apiOf((_, response) => {
    response.writeHead(404).end('{"error":{"message":"no such model"}}');
  });
  const refused: string[] = [];
  const proxy = await proxyBefore(chat, api, { model: 'm', refused: (word) => refused.push(word) });
  const body = method === 'GET' ? undefined : JSON.stringify({ model, messages: [] });
  const answer = await ask(`${proxy.url}${path}`, proxy.placeholder, {}, { method, body: body ?? null });
  const word = ended.length > 0 ? 'ends_run' : 'refused';
  expect([answer.status, answer.headers.get('x-contract-bench')]).toEqual([404, word]);
  expect(proxy.ended).toEqual(ended);
  expect(refused).toEqual(method === 'GET' ? [] : [word]);
  expect(proxy.account()).toMatchObject({ usd: 0, isLowerBound: false });
});

test('a 404 for a model that has answered does not end the run', async () => {
  const answers = ['{"model":"m","usage":{"prompt_tokens":1,"completion_tokens":1}}'];
  const api = await apiOf((_, response) => {
    const answer = answers.shift();
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(answer ?? '{"error":{"message":"Item with id rs_1 not found."}}');
  });
  const proxy = await proxyBefore(chat, api, { model: 'm' });
  const words: (string | null)[] = [];
  while (words.length < 2) {
    const path = `${proxy.url}/v1/chat/completions`;
    const { headers } = await ask(path, proxy.placeholder, { model: 'm', messages: [] });
    words.push(headers.get('x-contract-bench'));
  }
  expect(words).toEqual([null, 'refused']);
  expect(proxy.ended).toEqual([]);
});

test('a lookup at a busy API is answered at once and does not pause the clock', async () => {
  const api = await apiOf((_, response) => {
    response.writeHead(429, { 'retry-after': '600' }).end('{}');
  });
  const proxy = await proxyBefore(chat, api);
  const answer = await ask(`${proxy.url}/v1/models`, proxy.placeholder, {}, { method: 'GET', body: null });
  expect([answer.status, proxy.pauses]).toEqual([429, 0]);
});

test('an echoed key is removed from headers, texts, refusals and streams', async () => {
  const base64 = Buffer.from(`Bearer ${proxyKey}`).toString('base64');
  const event = `data: ${JSON.stringify({ choices: [{ delta: { content: proxyKey } }] })}\n\n`;
  const api = await apiOf((asked, response) => {
    const { model } = JSON.parse(String(asked.headers['x-title']));
    response.setHeader('x-request-id', `for-${proxyKey}`);
    response.setHeader('x-key', proxyKey);
    response.setHeader('set-cookie', `k=${encodeURIComponent(proxyKey)}`);
    if (model === 'refused') return void response.writeHead(400).end(`wrong key ${proxyKey} (${base64})`);
    if (model === 'whole') return void response.end(JSON.stringify({ said: `${proxyKey} ${base64}` }));
    response.setHeader('content-type', 'text/event-stream');
    // Split in the middle of the key.
    const half = event.indexOf(proxyKey) + 9;
    response.write(event.slice(0, half));
    setImmediate(() => response.end(event.slice(half)));
  });
  const told: string[] = [];
  const record = (exchange: object) => told.push(JSON.stringify(exchange));
  const proxy = await proxyBefore(chat, api, { refused: (_, why) => told.push(why), record });
  for (const model of ['refused', 'whole', 'streamed']) {
    const headers = { 'content-type': 'application/json', 'x-api-key': proxy.placeholder };
    const answer = await fetch(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...headers, 'x-title': JSON.stringify({ model }) },
      body: JSON.stringify({ model: 'm', messages: [] }),
    });
    told.push(await answer.text(), JSON.stringify([...answer.headers]));
  }
  const all = told.join('\n');
  expect(all).toContain('for-[key]');
  expect(all).toContain('"content":"[key]"');
  for (const form of [proxyKey, base64, encodeURIComponent(proxyKey), 'set-cookie'])
    expect(all).not.toContain(form);
});

test('permanent refusals are not waited for', async () => {
  let requests = 0;
  const api = await apiOf((_, response) => {
    requests += 1;
    response.writeHead(500).end('{"error":{"message":"image input is not supported"}}');
  });
  const proxy = await proxyBefore(chat, api);
  const answer = await ask(`${proxy.url}/v1/chat/completions`, proxy.placeholder, {
    model: 'm',
    messages: [],
  });
  expect([answer.status, answer.headers.get('x-contract-bench')]).toEqual([500, 'refused']);
  expect([requests, proxy.pauses]).toEqual([1, 1]);
});

test('a compressed answer is refused', async () => {
  const api = await apiOf((_, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync('{"usage": {"prompt_tokens": 1, "completion_tokens": 1}}'));
  });
  const proxy = await proxyBefore(chat, api);
  const answer = await ask(`${proxy.url}/v1/chat/completions`, proxy.placeholder, {
    model: 'm',
    messages: [],
  });
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error: { message: 'the API answers in gzip' } },
  ]);
  expect(proxy.account()).toMatchObject({ isLowerBound: true, requests: 0 });
});
