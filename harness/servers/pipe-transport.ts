import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { debug, debugMessage } from '../platform/debug.ts';
import { wellFormedJson } from '../platform/errors/json.ts';
import type { OwnProcess } from '../platform/process/start-process.ts';
import { messagesIn } from './odd-answers.ts';

/**
 * A screenshot of a long page exceeds the SDK's own limit of 10 MB. Not higher, because memory holds several copies of
 * a message.
 */
const longestMessageBytes = 16 * 2 ** 20;

const drainLimitMs = 200;

/** The limit of the kept output that is not a message, in characters. */
const longestPrinted = 8000;

type TransportState = Pick<PipeTransport, 'lastErrors' | 'lastLines' | 'excess' | 'ended'>;

/** The server is gone: it exited, closed its output, or did not speak MCP. */
export class LostTransport extends Error {
  override name = 'LostTransport';
  /** Its output that was not a message. */
  readonly printed: string;

  constructor(state: TransportState) {
    const how = state.ended === null ? '' : ` (${state.ended})`;
    super(state.excess ?? `the server is gone${how}${lastOutput(state)}`);
    this.printed = printedIn(state);
  }
}

/** The server runs but did not answer in time. */
export class SilentServer extends Error {
  override name = 'SilentServer';
  readonly printed: string;

  constructor(asked: string, state: TransportState) {
    super(`the server gave no answer to ${asked} in time${lastOutput(state)}`);
    this.printed = printedIn(state);
  }
}

function lastOutput({ lastErrors, lastLines }: TransportState): string {
  const words = lastWords(lastErrors) || lastWords(lastLines);
  return words ? `; its last words: ${words}` : '';
}

function printedIn({ lastErrors, lastLines }: TransportState): string {
  return [lastErrors, lastLines]
    .map((text) => text.trim())
    .filter(Boolean)
    .join('\n');
}

/**
 * MCP over the pipes of a separate process group. (The SDK's stdio transport starts the child in the harness's own
 * group, and its `close()` took 4 s with a server that ignores the end of its input.)
 */
export class PipeTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  closed = false;
  /** The version of MCP that the server agreed to; null before `initialize`. */
  protocol: string | null = null;
  lastErrors = '';
  /** The last lines of its standard output that are not messages. */
  lastLines = '';
  /** The reason why its output was abandoned, set after an oversized message. */
  excess: string | null = null;
  private readonly server: OwnProcess;
  private readonly waiting = new Map<number, string>();

  /** How its process ended; null if it still runs or was ended by the harness. */
  get ended(): string | null {
    const { exitCode, signalCode } = this.server.child;
    const over = this.server.overLimit?.() ?? null;
    if (over !== null) return `it was ended: it took ${over}`;
    return exitCode === null ? signalCode && `by ${signalCode}` : `exit code ${exitCode}`;
  }

  constructor(server: OwnProcess) {
    this.server = server;
    // Read from the start, so that the pipe never fills up and an early exit is noticed.
    server.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      debug('server', () => `(its errors) ${text}`);
      this.lastErrors = (this.lastErrors + text).slice(-longestPrinted);
    });
    void server.exited.then(() => this.loseWhenRead());
  }

  setProtocolVersion(version: string): void {
    this.protocol = version;
  }

  async start(): Promise<void> {
    const lines = new LineBuffer(longestMessageBytes);
    const { stdout } = this.server.child;
    stdout?.on('data', (chunk: Buffer) => {
      try {
        for (const line of lines.add(chunk)) this.receive(line);
      } catch (error) {
        if (!(error instanceof LineTooLong)) throw error;
        // Half a message is dropped, so the next line may start in its middle. Nothing more is read.
        this.excess = `the server sent a message of ${error.message}`;
        stdout.destroy();
        this.lose();
      }
    });
    this.server.child.stdout?.once('end', () => void this.loseWhenRead());
    if (this.closed) throw new LostTransport(this);
  }

  private receive(line: string): void {
    debug('server', () => debugMessage('<', line));
    const messages = messagesIn(line, this.waiting);
    // A line that is not a message, such as a log on standard output, is skipped.
    if (messages.length === 0) this.lastLines = `${this.lastLines}${line}\n`.slice(-longestPrinted);
    for (const message of messages) {
      if (!('method' in message)) this.waiting.delete(Number(message.id));
      this.onmessage?.(message);
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.closed) throw new LostTransport(this);
    debug('server', () => ['>', message]);
    if ('method' in message && 'id' in message) this.waiting.set(Number(message.id), message.method);
    this.server.child.stdin?.write(`${wellFormedJson(message)}\n`);
  }

  async close(): Promise<void> {}

  /** Its last output, an answer or the reason of its exit, can still be in the pipes when it is gone. */
  private async loseWhenRead(): Promise<void> {
    const { child } = this.server;
    const ended = [child.stdout, child.stderr].map(
      (pipe) => pipe && !pipe.readableEnded && new Promise((resolve) => pipe.once('end', resolve)),
    );
    // A child process of the server can keep the pipes open.
    await Promise.race([
      Promise.all([...ended, this.server.exited]),
      delay(drainLimitMs, undefined, { ref: false }),
    ]);
    this.lose();
  }

  private lose(): void {
    if (this.closed) return;
    this.closed = true;
    this.onclose?.();
  }
}

const newline = 10;

/** A line is longer than the limit. */
export class LineTooLong extends Error {
  override name = 'LineTooLong';
}

/** Splits chunks into lines. Each byte is scanned once and copied once, however long a line is. */
export class LineBuffer {
  private readonly maxBytes: number;
  private chunks: Buffer[] = [];
  private bytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** The lines that this chunk completes. Throws `LineTooLong` and drops the unfinished line. */
  *add(chunk: Buffer): Generator<string> {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      this.keep(chunk.subarray(from, end));
      from = end + 1;
      const line = Buffer.concat(this.chunks, this.bytes).toString('utf8');
      this.drop();
      yield line;
    }
    this.keep(chunk.subarray(from));
  }

  private keep(part: Buffer): void {
    if (part.length === 0) return;
    this.bytes += part.length;
    if (this.bytes > this.maxBytes) {
      this.drop();
      throw new LineTooLong(`more than ${this.maxBytes} bytes`);
    }
    this.chunks.push(part);
  }

  private drop(): void {
    this.chunks = [];
    this.bytes = 0;
  }
}

const maxCharacters = 400;
const maxLines = 3;
const mistake = /^(?:uncaught )?(?:[\w.]*(?:error|exception)\b.*:|(?:fatal|panic|error)\b)/i;

/**
 * The reason of a program's exit from its standard error, on one line. This is the line that names the error if there
 * is one, because Node and Python print the location and more lines around it. Otherwise it is the last line; empty
 * without output.
 */
export function lastWords(said: string): string {
  const lines = said.split('\n').map((line) => line.trim());
  const named = lines.findLast((line) => mistake.test(line));
  const last = lines.filter(Boolean).slice(-maxLines).join(' | ').slice(-maxCharacters);
  return named?.slice(0, maxCharacters) ?? last;
}
