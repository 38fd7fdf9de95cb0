/** The gateway's overhead of a call: the round trip from an agent's client to the harness, with an immediate answer. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { bridgeFile, type Gateway, openGateway } from '../../agents/external/gateway/gateway.ts';
import { median } from '../../results/statistics/statistics.ts';
import type { Circumstances, Measurement } from './measurement.ts';

const calls = 200;
const mostMs = 3;
/** As long as a page snapshot. */
const answer = { content: [{ type: 'text', text: 'x'.repeat(20_000) }] };

export async function benchGateway({ signal, print }: Circumstances): Promise<Measurement> {
  await using gateway = await openGateway({ tools: () => [], instructions: null });
  answerAll(gateway, signal).catch(() => {});
  const httpMs = await medianCallMs(new StreamableHTTPClientTransport(new URL(gateway.url)));
  const stdioMs = await medianCallMs(
    new StdioClientTransport({ command: process.execPath, args: [bridgeFile, gateway.url] }),
  );
  const line = (way: string, ms: number) =>
    print(
      `the gateway over ${way}, median of ${calls} calls: ${ms.toFixed(2)} ms (at most ${mostMs} required)`,
    );
  line('HTTP', httpMs);
  line('stdio', stdioMs);
  return { passed: httpMs <= mostMs && stdioMs <= mostMs, httpMs, stdioMs };
}

async function answerAll(gateway: Gateway, signal: AbortSignal): Promise<void> {
  for (;;) (await gateway.next(signal)).answer(answer);
}

async function medianCallMs(
  transport: StreamableHTTPClientTransport | StdioClientTransport,
): Promise<number> {
  const client = new Client({ name: 'bench', version: '1' });
  // The SDK's own transports and its interface differ in the types of exact optional fields.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  const request = { method: 'tools/call', params: { name: 'open', arguments: {} } } as const;
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const from = performance.now();
    await client.request(request, CallToolResultSchema);
    times.push(performance.now() - from);
  }
  await client.close();
  return median(times) ?? Number.NaN;
}
