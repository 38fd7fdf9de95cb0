import type { Readable, Writable } from 'node:stream';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.d.ts';
import { debug, debugMessage } from '../platform/debug.ts';
export type CdpMethod = keyof ProtocolMapping.Commands;
export type CdpParams<M extends CdpMethod> = ProtocolMapping.Commands[M]['paramsType'][0];
export type CdpResult<M extends CdpMethod> = ProtocolMapping.Commands[M]['returnType'];

export type CdpEventName = keyof ProtocolMapping.Events;
export type CdpEventParams<E extends CdpEventName> = ProtocolMapping.Events[E][0];

/** An event of the Chrome DevTools Protocol; `sessionId` is absent on the browser's own session. */
export type CdpEvent<E extends CdpEventName = CdpEventName> = {
  [Name in E]: { method: Name; params: CdpEventParams<Name>; sessionId?: string };
}[E];

/** A command that is kept to be sent later. */
export type CdpCommand = { [M in CdpMethod]: readonly [M, CdpParams<M>] }[CdpMethod];

/** The parameters of a method, then the session; both are optional if the method needs no parameters. */
type CdpArguments<M extends CdpMethod> =
  undefined extends CdpParams<M>
    ? [params?: CdpParams<M>, sessionId?: string]
    : [params: CdpParams<M>, sessionId?: string];

export type CdpConnection = {
  /** Resolves with the result; rejects with the browser's message, or when the connection closes. */
  send<M extends CdpMethod>(method: M, ...args: CdpArguments<M>): Promise<CdpResult<M>>;
  closed: boolean;
  /** Resolves when either side has closed the connection. */
  ended: Promise<void>;
  close(): void;
};

/** Raw CDP with Node alone: it adds 0 to 2 ms to a navigation, and no dependency. */
export function connectCdp(channel: CdpChannel, onEvent: (event: CdpEvent) => void): CdpConnection {
  const pending = new Map<
    number,
    { resolve(result: unknown): void; reject(error: Error): void; method: string }
  >();
  let lastId = 0;
  const connection: CdpConnection = {
    closed: false,
    ended: channel.ended,
    send: (method, ...[params = {}, sessionId]) =>
      new Promise((resolve, reject) => {
        if (connection.closed) return reject(new Error(`${method}: the connection to the browser is closed`));
        lastId += 1;
        // The cast is safe because the protocol fixes the result type of each method.
        pending.set(lastId, { resolve: resolve as (result: unknown) => void, reject, method });
        channel.send(JSON.stringify({ id: lastId, method, params, ...(sessionId ? { sessionId } : {}) }));
      }),
    close: () => channel.close(),
  };
  channel.onMessage((text) => {
    const message = JSON.parse(text);
    if (message.id === undefined) return onEvent(message);
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
    else waiting?.resolve(message.result);
  });
  void channel.ended.then(() => {
    connection.closed = true;
    for (const { reject, method } of pending.values())
      reject(new Error(`${method}: the connection to the browser closed`));
    pending.clear();
  });
  return connection;
}

/** Carries the protocol's messages, one string each, between the harness and one browser. */
export type CdpChannel = {
  send(message: string): void;
  onMessage(take: (message: string) => void): void;
  /** Resolves when either side has closed the channel. */
  ended: Promise<void>;
  close(): void;
};

/** Two private pipes to a browser; messages end with a NUL. */
export function pipeChannel(toBrowser: Writable, fromBrowser: Readable): CdpChannel {
  const ended = new Promise<void>((resolve) => fromBrowser.once('close', () => resolve()));
  // The other pipe reports the end of the browser.
  toBrowser.on('error', () => {});
  fromBrowser.on('error', () => {});
  return {
    send: (message) => {
      debug('browser', () => debugMessage('>', message));
      toBrowser.write(`${message}\0`);
    },
    onMessage: (take) => {
      let rest = '';
      fromBrowser.setEncoding('utf8').on('data', (text: string) => {
        const messages = (rest + text).split('\0');
        rest = messages.pop() ?? '';
        for (const message of messages) {
          debug('browser', () => debugMessage('<', message));
          take(message);
        }
      });
    },
    ended,
    close: () => toBrowser.end(),
  };
}
