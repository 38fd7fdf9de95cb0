import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ToolListing } from '../../../servers/answer.ts';
import { until } from '../../../testing/browser-of.ts';
import { bridgeFile, type Gateway, openGateway } from './gateway.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

/** With fields, keys and characters outside of the SDK's schemas. */
const listing: ToolListing = [
  {
    title: 'Öffnen\u2028',
    name: 'open',
    inputSchema: { type: 'object', properties: { b: {}, a: { format: 'uri' } }, 'x-own': 1 },
    annotations: { readOnlyHint: true, other: null },
    'x-vendor': ['a'],
  },
];
const answer = {
  'x-more': { z: 1, a: [null] },
  content: [{ type: 'text', text: 'läuft\u2029', 'x-own': 1 }],
};

async function gateway(tools: () => ToolListing = () => listing): Promise<Gateway> {
  const made = await openGateway({ tools, instructions: 'Use them.' });
  opened.push(made);
  return made;
}

async function clientOf(transport: 'http' | 'stdio', { url }: Gateway): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const line =
    transport === 'http'
      ? new StreamableHTTPClientTransport(new URL(url))
      : new StdioClientTransport({ command: process.execPath, args: [bridgeFile, url] });
  // The SDK's transports do not match its own interface under exactOptionalPropertyTypes.
  await client.connect(line as Parameters<Client['connect']>[0]);
  opened.push({ [Symbol.asyncDispose]: () => client.close() });
  return client;
}

const Whole = z.looseObject({});
const call = (client: Client, name: string, args: object = {}) =>
  client.request({ method: 'tools/call', params: { name, arguments: args } }, Whole);

describe.each(['http', 'stdio'] as const)('over %s', (transport) => {
  test('tools, answers and instructions arrive unchanged, with keys in order', async () => {
    const made = await gateway();
    const client = await clientOf(transport, made);
    const listed = await client.request({ method: 'tools/list' }, Whole);
    expect(JSON.stringify(listed)).toBe(JSON.stringify({ tools: listing }));
    expect(client.getInstructions()).toBe('Use them.');
    const answered = call(client, 'open', { b: 1, a: 'x' });
    const taken = await made.next(AbortSignal.timeout(60_000));
    expect([taken.tool, JSON.stringify(taken.args)]).toEqual(['open', '{"b":1,"a":"x"}']);
    taken.answer(answer);
    expect(JSON.stringify(await answered)).toBe(JSON.stringify(answer));
  });

  test('concurrent calls are queued one by one, and each gets its own answer', async () => {
    const made = await gateway();
    const client = await clientOf(transport, made);
    const answers = Promise.all(['a', 'b', 'c'].map((name) => call(client, name)));
    for (let number = 0; number < 3; number++) {
      const { tool, answer } = await made.next(AbortSignal.timeout(60_000));
      answer({ content: [], said: tool });
    }
    expect((await answers).map(({ said }) => said)).toEqual(['a', 'b', 'c']);
  });

  test('a client is notified of changed tools and lists the new ones', async () => {
    let tools: ToolListing = listing;
    const made = await gateway(() => tools);
    const client = await clientOf(transport, made);
    let hasHeard = false;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      hasHeard = true;
    });
    await client.request({ method: 'tools/list' }, Whole);
    tools = [];
    // The stream for messages that the server starts opens after the first answer.
    await until(() => {
      made.announceTools();
      return hasHeard;
    });
    expect(await client.request({ method: 'tools/list' }, Whole)).toEqual({ tools: [] });
  });
});

test('after the close, waiting and later calls get the reason', async () => {
  const made = await gateway();
  const client = await clientOf('http', made);
  const waiting = call(client, 'open');
  await made.next(AbortSignal.timeout(60_000));
  made.close('It is over.');
  const over = { content: [{ type: 'text', text: 'It is over.' }], isError: true };
  expect(await waiting).toEqual(over);
  expect(await call(client, 'open')).toEqual(over);
});

test('only clients with the address get access, and invalid MCP is refused', async () => {
  const { url, port } = await gateway();
  const post = (to: string, body: string, headers = {}) =>
    fetch(to, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    });
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const statuses = [
    await post(`http://127.0.0.1:${port}/mcp`, list),
    await post(url, '{"jsonrpc": '),
    await post(url, list),
    await post(url, list, { 'mcp-session-id': 'made-up' }),
    await post(url, `"${'x'.repeat(17 * 2 ** 20)}"`),
    await fetch(url, { method: 'PUT' }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([404, 400, 400, 404, 413, 405]);
});

test('a call that its client cancels in the queue is dropped', async () => {
  const made = await gateway();
  const client = await clientOf('http', made);
  const given = new AbortController();
  const first = client.request({ method: 'tools/call', params: { name: 'open' } }, Whole, {
    signal: given.signal,
  });
  await expect.poll(() => made.hasCall()).toBe(true);
  given.abort();
  await expect(first).rejects.toThrow();
  await expect.poll(() => made.hasCall()).toBe(false);
});

test('requests for resources and prompts are refused', async () => {
  const client = await clientOf('http', await gateway());
  await expect(client.request({ method: 'resources/list' }, Whole)).rejects.toThrow('Method not found');
  await expect(client.request({ method: 'prompts/list' }, Whole)).rejects.toThrow('Method not found');
});
