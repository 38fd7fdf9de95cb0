import type { Readable, Writable } from 'node:stream';

/** The limit for the reader to receive the last output. */
const flushLimitMs = 1000;

/** Ends this process when all output to these streams is flushed, or after a second. */
export type Leave = (code: number, streams: readonly Writable[], why?: string) => void;

let isLeaving = false;

export const leave: Leave = (code, streams, why) => {
  if (isLeaving) return;
  isLeaving = true;
  if (why) process.stderr.write(`launch shim: ${why}\n`);
  const exit = () => process.exit(code);
  setTimeout(exit, flushLimitMs);
  void Promise.all(streams.map(arrived)).then(exit);
};

/** Writes all parts at once, and pauses their source while the destination is full. */
export function flowInto(to: Writable, from: Readable, ...parts: readonly Buffer[]): void {
  to.cork();
  const flows = parts.map((part) => to.write(part)).every((each) => each);
  to.uncork();
  if (flows || from.isPaused()) return;
  from.pause();
  to.once('drain', () => from.resume());
}

function arrived(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableFinished) return resolve();
    stream.once('finish', resolve).once('close', resolve);
    stream.end();
  });
}

/** A launcher's command: forwarded to the browser, or answered here as the last one. */
export type Command = { passOn: Buffer } | { lastAnswer: Buffer };

const words = ['Browser.close', 'Target.createBrowserContext'].map((word) => Buffer.from(word));

/**
 * The browser belongs to the harness and stays open, together with everything that a launcher opened in it. Otherwise
 * the launcher's end would close the contexts of its connection, and with them the judged page.
 */
export function readCommand(message: Buffer): Command {
  // Most commands are others, some of many megabytes, so only messages with one of these words are parsed.
  if (!words.some((word) => message.includes(word))) return { passOn: message };
  const command = parse(message);
  const { id, method, params, sessionId } = command;
  if (method === 'Browser.close' && Number.isInteger(id))
    return { lastAnswer: write({ id, result: {}, ...(sessionId === undefined ? {} : { sessionId }) }) };
  if (method === 'Target.createBrowserContext' && params?.disposeOnDetach === true)
    return { passOn: write({ ...command, params: { ...params, disposeOnDetach: false } }) };
  return { passOn: message };
}

type Message = { id?: number; method?: string; params?: Record<string, unknown>; sessionId?: string };

/** The browser itself reports invalid commands. */
function parse(message: Buffer): Message {
  try {
    const value: unknown = JSON.parse(message.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function write(message: object): Buffer {
  return Buffer.from(JSON.stringify(message));
}
