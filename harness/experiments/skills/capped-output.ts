import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

const maxBytesEachEnd = 64 * 1024;

/** Reads all that comes and keeps the first and the last 64 KiB of it. */
export class CappedOutput {
  private readonly head: Buffer[] = [];
  private headBytes = 0;
  private tail: Buffer[] = [];
  private tailBytes = 0;

  constructor(stream: Readable) {
    stream.on('data', (chunk: Buffer) => this.add(chunk));
    // A pipe that breaks has said what it had to say.
    stream.on('error', () => {});
  }

  /** What was kept, decoded as a whole. */
  text(): string {
    const decoder = new StringDecoder('utf8');
    return `${decoder.write(Buffer.concat(this.head))}${decoder.end()}${Buffer.concat(this.tail).subarray(-maxBytesEachEnd).toString('utf8')}`;
  }

  private add(chunk: Buffer): void {
    const room = maxBytesEachEnd - this.headBytes;
    if (room > 0) {
      // A copy: a slice would keep the whole chunk in memory.
      const first = Buffer.from(chunk.subarray(0, room));
      this.head.push(first);
      this.headBytes += first.length;
    }
    const rest = chunk.subarray(Math.max(0, room));
    if (rest.length === 0) return;
    this.tail.push(Buffer.from(rest.subarray(-maxBytesEachEnd)));
    this.tailBytes += Math.min(rest.length, maxBytesEachEnd);
    if (this.tailBytes < 4 * maxBytesEachEnd) return;
    const kept = Buffer.from(Buffer.concat(this.tail).subarray(-maxBytesEachEnd));
    this.tail = [kept];
    this.tailBytes = kept.length;
  }
}
