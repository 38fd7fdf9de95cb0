import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { type BrowserVersion, Refusal, type Upgraded, upgrade } from './browser.ts';
import { converse } from './converse.ts';
import { leave } from './leave.ts';

export type PortOptions = {
  /** 0: any free port. */
  port: number;
  /** The folder of the file with its port, as Chromium writes it. */
  profile: string | null;
  /** The origins of pages that may connect; `*` allows all. Chromium rejects other origins. */
  origins: readonly string[];
};

/**
 * Listens as the browser would, and announces the port in the same places. `isAlone`: whether no client is connected.
 */
export async function servePort(
  endpoint: URL,
  version: BrowserVersion,
  { port: wanted, profile, origins }: PortOptions,
): Promise<{ isAlone(): boolean }> {
  const guests = new Set<Duplex>();
  const server = createServer((asked, answer) => passOn(endpoint, asked, answer));
  server.on('upgrade', (asked: IncomingMessage, guest: Duplex, first: Buffer) => {
    guests.add(guest);
    guest.on('error', () => guest.destroy());
    guest.once('close', () => guests.delete(guest));
    upgrade(endpoint, asked.url ?? '/', headersOf(asked, origins)).then(
      (upgraded) => {
        guest.write(headOf(upgraded));
        converse(guest, first, upgraded);
      },
      (error) => guest.end(`HTTP/1.1 ${error instanceof Refusal ? error.status : 502} Refused\r\n\r\n`),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', resolve);
  });
  // A silent connection, which ends together with the browser.
  const { socket } = await upgrade(endpoint, version.path);
  socket.on('error', () => {});
  socket.once('close', () => leave(1, [...guests], 'the browser is gone')).resume();
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  if (profile !== null) await leavePort(profile, `${port}\n${version.path}`);
  process.stderr.write(`\nDevTools listening on ws://127.0.0.1:${port}${version.path}\n`);
  return { isAlone: () => guests.size === 0 };
}

/** Writes the file atomically for its readers. */
async function leavePort(profile: string, text: string): Promise<void> {
  await mkdir(profile, { recursive: true });
  const file = path.join(profile, 'DevToolsActivePort');
  await writeFile(`${file}.part`, text);
  await rename(`${file}.part`, file);
}

/** The request's own headers, so that the browser's answer names the port of the request. */
function headersOf({ headers }: IncomingMessage, origins: readonly string[]): IncomingMessage['headers'] {
  const { 'sec-websocket-extensions': _, origin, ...others } = headers;
  const isAllowed = origin === undefined || origins.includes('*') || origins.includes(origin);
  return isAllowed ? others : { ...others, origin };
}

function headOf({ answer: { statusCode, statusMessage, rawHeaders } }: Upgraded): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function passOn({ hostname, port }: URL, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, url, headers } = asked;
  const onward = request({ host: hostname, port, method, path: url, headers }, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers);
    given.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}
