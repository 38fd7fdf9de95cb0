import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { Duplex } from 'node:stream';

/** The limit for the browser's answer to one request. */
const answerLimitMs = 10_000;

export type BrowserVersion = { number: string; path: string };

/** A WebSocket to the browser; `first`: the bytes that it sent with its answer. */
export type Upgraded = { answer: IncomingMessage; socket: Duplex; first: Buffer };

/** The browser's version and the path of its WebSocket. Throws without an answer. */
export async function versionOf(endpoint: URL): Promise<BrowserVersion> {
  const answer = await fetch(new URL('/json/version', endpoint), {
    signal: AbortSignal.timeout(answerLimitMs),
  });
  const { Browser, webSocketDebuggerUrl } = await answer.json();
  const number = /\/([\d.]+)$/.exec(Browser)?.[1];
  if (!number) throw new Error(`the browser reported the version "${Browser}"`);
  return { number, path: new URL(webSocketDebuggerUrl).pathname };
}

/** Opens the browser's WebSocket at a path, optionally with the headers of the original request. */
export function upgrade(endpoint: URL, path: string, headers?: OutgoingHttpHeaders): Promise<Upgraded> {
  return new Promise((resolve, reject) => {
    const asked = request({
      host: endpoint.hostname,
      port: endpoint.port,
      path,
      // A refused connection cannot be reused.
      agent: false,
      timeout: answerLimitMs,
      headers: headers ?? {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    });
    asked.on('error', reject);
    asked.on('timeout', () => asked.destroy(new Error('the browser does not answer')));
    asked.on('response', (answer) => {
      answer.resume();
      reject(new Refusal(answer.statusCode ?? 502));
    });
    asked.on('upgrade', (answer, socket, first) => {
      socket.setTimeout(0);
      resolve({ answer, socket, first });
    });
    asked.end();
  });
}

/** The browser does not open a WebSocket at this path or for this client. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the browser answered ${status}`);
    this.status = status;
  }
}
