import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

import { debug } from '../../../platform/debug.ts';

export type Message = {
  method: string;
  headers: OutgoingHttpHeaders;
  body: string | Buffer | null;
  signal: AbortSignal;
};

/** Sends a request and resolves with the head of its answer. `fetch` would give up after five minutes of silence. */
export function send(url: URL, { method, headers, body, signal }: Message): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const told = `${method} ${url.origin}${url.pathname}`;
    debug('agent', () => `> ${told}, ${body?.length ?? 0} bytes`);
    const sent = request(url, { method, headers, signal }, (answer) => {
      debug('agent', () => `< ${answer.statusCode} of ${told}`);
      resolve(answer);
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

/** Rejects where the message breaks off, or is longer than `maxBytes`. */
export async function readAll(message: AsyncIterable<Buffer>, maxBytes = 256 * 2 ** 20): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`a message of more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
