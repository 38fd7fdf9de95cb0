import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { GuestActions } from './guest-actions.ts';
import { GuestTalk, type TabNews } from './guest-talk.ts';
import { MessageReader } from './message-reader.ts';

/** What a guest is given in place of the browser's own debugging port. */
export type GuestPort = {
  url: string;
  port: number;
  close(): void;
};

/** Where an agent's actions are read, its scripts and what they give are read too. */
const maxReadBytes = 2 ** 20;

/**
 * Listens on the loopback address and passes everything on to the browser's debugging port as it is. It tells which tab
 * a guest has put in front, which Chromium tells nobody, and lets no guest start a new target before the harness
 * watches it. `actions`: of an agent that drives the browser by itself, takes what it does.
 */
export async function openGuestPort(
  browserPort: number,
  { news, gate, actions = null }: { news: TabNews; gate: Gate; actions?: GuestActions | null },
): Promise<GuestPort> {
  const guests = new Set<Socket>();
  const server = createServer((asked, answer) => {
    if (actions && !/^\/json\/?(version|list|protocol)?\/?(\?|$)/.test(asked.url ?? ''))
      actions.connected = true;
    passOn(browserPort, news, asked, answer);
  });
  server.on('connection', (socket: Socket) => {
    guests.add(socket.setNoDelay(true));
    socket.once('close', () => guests.delete(socket));
  });
  server.on('upgrade', (asked: IncomingMessage, guest: Socket, first: Buffer) => {
    if (actions) actions.connected = true;
    const root = /^\/devtools\/page\/([^/?]+)/.exec(asked.url ?? '')?.[1] ?? null;
    const browser = connect({ host: '127.0.0.1', port: browserPort, noDelay: true });
    browser.write(headOf(asked));
    const reader = () => new MessageReader(actions ? maxReadBytes : undefined);
    converse({ guest, browser, first, gate, reader, talk: new GuestTalk(news, root, actions) });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () => {
      server.close();
      for (const guest of guests) guest.destroy();
    },
  };
}

type Conversation = {
  guest: Socket;
  browser: Socket;
  first: Buffer;
  gate: Gate;
  talk: GuestTalk;
  reader(): MessageReader;
};

function converse({ guest, browser, first, gate, talk, reader }: Conversation): void {
  const said = reader();
  let sending: Promise<void> | null = null;
  const send = (bytes: Buffer) => {
    if (browser.write(bytes)) return;
    guest.pause();
    browser.once('drain', () => guest.resume());
  };
  const pass = (bytes: Buffer, reason: Promise<void> | null) => {
    const reasons = [gate.wait(), reason].filter((each) => each !== null);
    if (reasons.length === 0 && sending === null) return send(bytes);
    guest.pause();
    const after = Promise.all([sending, ...reasons]).then(() => {
      if (sending === after) sending = null;
      guest.resume();
      send(bytes);
    });
    sending = after;
  };
  const take = (bytes: Buffer) => {
    let passed = 0;
    for (const { text, end } of said.read(bytes)) {
      const reason = talk.said(text);
      if (reason === null) continue;
      // Each waits for its own: what the one behind it waits for may be what becomes of it.
      pass(bytes.subarray(passed, end), reason);
      passed = end;
    }
    if (passed < bytes.length) pass(bytes.subarray(passed), null);
  };
  if (first.length > 0) take(first);
  guest.on('data', take);

  const answered = reader();
  let head: Buffer | null = Buffer.alloc(0);
  browser.on('data', (bytes: Buffer) => {
    let frames = bytes;
    if (head !== null) {
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf('\r\n\r\n');
      frames = end < 0 ? Buffer.alloc(0) : head.subarray(end + 4);
      if (end >= 0) head = null;
    }
    for (const { text } of answered.read(frames)) talk.answered(text);
    if (!guest.write(bytes)) {
      browser.pause();
      guest.once('drain', () => browser.resume());
    }
  });
  for (const [one, other] of [
    [guest, browser],
    [browser, guest],
  ] as const) {
    one.on('error', () => one.destroy());
    one.once('close', () => other.destroy());
    // Sockets of an upgrade stay half open by themselves; what was said before the end is still passed on.
    one.once('end', () => void Promise.resolve(one === guest ? sending : null).then(() => other.end()));
  }
}

/** Without the extensions that it asks for: of compressed messages nothing can be read. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() !== 'sec-websocket-extensions')
      lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** The browser writes the addresses in its answer by the Host that it was asked with. */
function passOn(browserPort: number, news: TabNews, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, url: path = '/', headers } = asked;
  const selected = /^\/json\/activate\/([^/?]+)/.exec(path)?.[1];
  if (selected) news.inFront(selected);
  const onward = request({ host: '127.0.0.1', port: browserPort, method, path, headers }, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers);
    given.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}

/** Where commands of guests wait while somebody holds it. */
export class Gate {
  private holders = 0;
  private opened = Promise.withResolvers<void>();

  /** Holds it until the returned function is called. */
  hold(): () => void {
    if (this.holders === 0) this.opened = Promise.withResolvers();
    this.holders += 1;
    return () => {
      this.holders -= 1;
      if (this.holders === 0) this.opened.resolve();
    };
  }

  /** Null while nobody holds it. */
  wait(): Promise<void> | null {
    return this.holders === 0 ? null : this.opened.promise.then(() => this.wait() ?? undefined);
  }
}
