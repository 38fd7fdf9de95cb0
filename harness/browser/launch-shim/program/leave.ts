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
