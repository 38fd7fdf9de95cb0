import type { Readable, Writable } from 'node:stream';

/** How long who reads may take for the last words. */
const flushLimitMs = 1000;

/** Ends this process when all that was written to these streams has arrived, or after a second. */
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

/** Writes all parts at once, and reads no more from where they came while they do not flow off. */
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

/** What becomes of a launcher's command: it goes to the browser, or it is answered here and is the last one. */
export type Command = { passOn: Buffer } | { lastAnswer: Buffer };

const words = ['Browser.close', 'Target.createBrowserContext'].map((word) => Buffer.from(word));

/**
 * The browser is the harness's and stays. So does what a launcher opened in it: the end of the launcher would take the
 * contexts that go with their connection, and with them the page that is judged.
 */
export function readCommand(message: Buffer): Command {
  // Most are other commands, some of many megabytes: only what holds a word is worth parsing.
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

/** Of what is no command the browser will say so. */
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
