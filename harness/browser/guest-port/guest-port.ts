import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { DoorLog } from './door-log.ts';
import type { GuestActions } from './guest-actions.ts';
import { GuestTalk, type Message, type TabNews } from './guest-talk.ts';
import { frameOf, MessageReader, opcodes } from './message-reader.ts';

/** The path of the counted acts and looks, and their limits. */
export const countsPath = '/counts';

/** The debugging port of a guest, in place of the browser's own. */
export type GuestPort = {
  url: string;
  port: number;
  close(): void;
};

/**
 * Listens on the loopback address and forwards a guest's messages to the browser's debugging port. Each message is
 * parsed and serialised again; an unreadable message ends its connection. It reports the tab that a guest brings to the
 * front, because Chromium does not. No guest can start a new target before the harness watches it. `actions` receives
 * the actions of an agent that drives the browser itself. `door` counts the deeds of all guests.
 */
export async function openGuestPort(
  browserPort: number,
  {
    news,
    gate,
    actions = null,
    door = null,
  }: { news: TabNews; gate: Gate; actions?: GuestActions | null; door?: DoorLog | null },
): Promise<GuestPort> {
  const guests = new Set<Socket>();
  const server = createServer((asked, answer) => {
    if (actions && asked.url === countsPath) {
      answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(actions.counts));
      return;
    }
    if (actions && !/^\/json\/?(version|list|protocol)?\/?(\?|$)/.test(asked.url ?? ''))
      actions.connected = true;
    void passOn(browserPort, new GuestTalk(news, null, { actions, door }), asked, answer);
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
    converse({ guest, browser, first, gate, news, talk: new GuestTalk(news, root, { actions, door }) });
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
  news: TabNews;
  talk: GuestTalk;
};

/** The WebSocket close code for a policy violation. */
const closeCode = 1008;
/** Bytes of a reason that fit a control frame. */
const longestReason = 120;

function converse({ guest, browser, first, gate, news, talk }: Conversation): void {
  const said = new MessageReader({ strict: true });
  const answered = new MessageReader({ strict: false });
  let sending: Promise<void> | null = null;
  let isOver = false;
  const send = (bytes: Buffer) => {
    if (browser.write(bytes)) return;
    guest.pause();
    browser.once('drain', () => guest.resume());
  };
  const pass = (bytes: Buffer, reason: Promise<void> | null) => {
    const reasons = [gate.wait(), reason].filter((each) => each !== null);
    if (reasons.length === 0 && sending === null) return send(bytes);
    guest.pause();
    // Each message waits only for its own reasons, because the next one may wait for the effect of this one.
    const after = Promise.all([sending, ...reasons]).then(() => {
      if (sending === after) sending = null;
      guest.resume();
      send(bytes);
    });
    sending = after;
  };
  const end = (why: string) => {
    isOver = true;
    news.ended(why);
    const code = Buffer.alloc(2);
    code.writeUInt16BE(closeCode);
    const reason = Buffer.concat([code, Buffer.from(why).subarray(0, longestReason)]);
    void Promise.resolve(sending).then(() => {
      browser.end();
      if (answered.isBetweenFrames) guest.end(frameOf(opcodes.close, reason, { masked: false }));
      else guest.destroy();
    });
  };
  const take = (bytes: Buffer) => {
    if (isOver) return;
    for (const { opcode, payload } of said.read(bytes)) {
      let passed: ReturnType<GuestTalk['said']> | null = null;
      try {
        if (opcode === opcodes.text) passed = talk.said(payload.toString('utf8'));
      } catch (error) {
        return end(`got ${error instanceof Error ? error.message : error}; expected a command of DevTools`);
      }
      const sent = passed ? Buffer.from(passed.text) : payload;
      pass(frameOf(opcode, sent, { masked: true }), passed?.reason ?? null);
    }
    if (said.fault !== null) end(`got ${said.fault}`);
  };
  if (first.length > 0) take(first);
  guest.on('data', take);

  let head: Buffer | null = Buffer.alloc(0);
  browser.on('data', (bytes: Buffer) => {
    let frames = bytes;
    if (head !== null) {
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf('\r\n\r\n');
      frames = end < 0 ? Buffer.alloc(0) : head.subarray(end + 4);
      if (end >= 0) head = null;
    }
    for (const { opcode, payload } of answered.read(frames))
      if (opcode === opcodes.text) talk.answered(payload.toString('utf8'));
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
    // Sockets of an upgrade stay half open. Messages from before the end are still forwarded.
    one.once('end', () => void Promise.resolve(one === guest ? sending : null).then(() => other.end()));
  }
}

/** The request head without WebSocket extensions, because compressed messages cannot be read. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() !== 'sec-websocket-extensions')
      lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** The DevTools commands with the same effect as requests over HTTP. */
const commandOf: Record<string, (target: string, query: string) => Message> = {
  new: (_, url) => ({ method: 'Target.createTarget', params: { url: unescaped(url) } }),
  activate: (targetId) => ({ method: 'Target.activateTarget', params: { targetId } }),
  close: (targetId) => ({ method: 'Target.closeTarget', params: { targetId } }),
};

/** Forwards a request over HTTP. The browser builds the addresses in its answer from the Host header. */
async function passOn(
  browserPort: number,
  talk: GuestTalk,
  asked: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const { method, url = '/', headers } = asked;
  // Split as in the browser.
  const [address = '', ...query] = url.split('?');
  const [, root, command = '', ...target] = (address.split('#')[0] ?? '').split('/');
  const { promise: answered, resolve } = Promise.withResolvers<string>();
  if (root === 'json' && command === 'protocol') {
    // The headless shell has no description, and exits on this request.
    answer.writeHead(404).end('this browser has no description of its protocol\n');
    return;
  }
  const isKnown = root === 'json' && Object.hasOwn(commandOf, command);
  const same = isKnown ? commandOf[command]?.(target.join('/'), query.join('?')) : undefined;
  const passed = same ? talk.overHttp(same, answered) : null;
  if (passed && 'refusal' in passed) {
    answer.writeHead(403).end(`refused: ${passed.refusal}\n`);
    return;
  }
  await passed;
  const onward = request({ host: '127.0.0.1', port: browserPort, method, path: url, headers }, (given) => {
    resolve(`HTTP ${given.statusCode}`);
    answer.writeHead(given.statusCode ?? 502, given.headers);
    given.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A latch: commands of guests wait while it is held. */
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

  /** Null while it is not held. */
  wait(): Promise<void> | null {
    return this.holders === 0 ? null : this.opened.promise.then(() => this.wait() ?? undefined);
  }
}
