import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Api } from '../../agents/models/apis/api.ts';
import {
  type ModelProxy,
  type ModelProxyOptions,
  openModelProxy,
} from '../../agents/models/proxy/model-proxy.ts';
import { price } from './model-play.ts';

/** The key that the proxy of a test holds. */
export const proxyKey = 'sk-only-the-proxy-knows-0123456789';

/** An API that does to each request what a test says; gone after it. Resolves with its address. */
export async function apiOf(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A stream that says the same word again and again, without an end. */
export function dripInto(response: ServerResponse, word: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const words = setInterval(() => response.write(word), 20);
  response.on('close', () => clearInterval(words));
}

export type TestProxy = ModelProxy & { ended: string[]; pauses: number; resumes: number };

/** A proxy before one API, at the price of the other tests: 2 USD in and 10 out per million tokens. */
export async function proxyBefore(
  api: Api,
  baseUrl: string,
  options: Partial<ModelProxyOptions> = {},
): Promise<TestProxy> {
  const noted = { ended: [] as string[], pauses: 0, resumes: 0 };
  const proxy = await openModelProxy({
    upstreams: [{ api, baseUrl, key: proxyKey }],
    priceOf: (model) => (model === 'unknown' ? null : price),
    capUsd: 0.5,
    clock: {
      pause: () => {
        noted.pauses += 1;
      },
      resume: () => {
        noted.resumes += 1;
      },
    },
    ended: (why) => noted.ended.push(why),
    ...options,
  });
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  return Object.assign(noted, proxy);
}
