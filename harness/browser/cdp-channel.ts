import type { Readable, Writable } from 'node:stream';
import { debug, debugMessage } from '../platform/debug.ts';

/** Carries the protocol's messages, one text each, between the harness and one browser. */
export type CdpChannel = {
  send(message: string): void;
  onMessage(take: (message: string) => void): void;
  /** Resolves when the channel has closed, by whichever side. */
  ended: Promise<void>;
  close(): void;
};

/** Two pipes to a browser that nobody but their holder has; messages end with a NUL. */
export function pipeChannel(toBrowser: Writable, fromBrowser: Readable): CdpChannel {
  const ended = new Promise<void>((resolve) => fromBrowser.once('close', () => resolve()));
  // The end of the browser is told by the other pipe.
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
