import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { debug, debugMessage } from '../platform/debug.ts';
import { wellFormedJson } from '../platform/errors/json.ts';
import type { OwnProcess } from '../platform/process/start-process.ts';
import { messagesIn } from './odd-answers.ts';

/** The SDK's own limit of 10 MB is met by a screenshot of a long page; a message is held in memory several times. */
const longestMessageBytes = 16 * 2 ** 20;

const drainLimitMs = 200;

/** Of what it prints that is no message, in characters. */
const longestPrinted = 8000;

type TransportState = Pick<PipeTransport, 'lastErrors' | 'lastLines' | 'excess' | 'ended'>;

/** The server is gone: it exited, closed its output, or spoke no MCP. */
export class LostTransport extends Error {
  override name = 'LostTransport';
  /** What it printed that was no message. */
  readonly printed: string;

  constructor(heard: TransportState) {
    const how = heard.ended === null ? '' : ` (${heard.ended})`;
    super(heard.excess ?? `the server is gone${how}${said(heard)}`);
    this.printed = printedIn(heard);
  }
}

/** It runs, and gave no answer in time. */
export class SilentServer extends Error {
  override name = 'SilentServer';
  readonly printed: string;

  constructor(asked: string, heard: TransportState) {
    super(`the server gave no answer to ${asked} in time${said(heard)}`);
    this.printed = printedIn(heard);
  }
}

function said({ lastErrors, lastLines }: TransportState): string {
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
 * MCP over the pipes of a process group of our own. (The SDK's stdio transport starts the child in our group, and
 * its `close()` took 4 s with a server that ignores the end of its input.)
 */
export class PipeTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  closed = false;
  lastErrors = '';
  /** Of its standard output what is no message. */
  lastLines = '';
  /** What it sent too much of, and is no longer read for. */
  excess: string | null = null;
  private readonly server: OwnProcess;
  private readonly waiting = new Map<number, string>();

  /** How its process ended; null where it has not, or by our hand. */
  get ended(): string | null {
    const { exitCode, signalCode } = this.server.child;
    const over = this.server.overLimit?.() ?? null;
    if (over !== null) return `it was ended: it took ${over}`;
    return exitCode === null ? signalCode && `by ${signalCode}` : `exit code ${exitCode}`;
  }

  constructor(server: OwnProcess) {
    this.server = server;
    // Read from the start, so that neither a full pipe nor an early exit goes unseen.
    server.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      debug('server', () => `(its errors) ${text}`);
      this.lastErrors = (this.lastErrors + text).slice(-longestPrinted);
    });
    void server.exited.then(() => this.loseWhenRead());
  }

  async start(): Promise<void> {
    const lines = new LineBuffer(longestMessageBytes);
    const { stdout } = this.server.child;
    stdout?.on('data', (chunk: Buffer) => {
      try {
        for (const line of lines.add(chunk)) this.receive(line);
      } catch (error) {
        if (!(error instanceof LineTooLong)) throw error;
        // Half a message is lost: nothing after it can be trusted to begin where a line does, and none is read.
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
    // A line that is not a message (a log on standard output) is passed over.
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

  /** What it said last, an answer or why it left, can still be in the pipes when it is gone. */
  private async loseWhenRead(): Promise<void> {
    const { child } = this.server;
    const ended = [child.stdout, child.stderr].map(
      (pipe) => pipe && !pipe.readableEnded && new Promise((resolve) => pipe.once('end', resolve)),
    );
    // A child of its own can hold the pipes open.
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

/** A line is longer than it may be. */
export class LineTooLong extends Error {
  override name = 'LineTooLong';
}

/** Takes chunks and gives lines; each byte is looked at once and copied once, however long a line becomes. */
export class LineBuffer {
  private readonly maxBytes: number;
  private chunks: Buffer[] = [];
  private bytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** The lines that this chunk completes. Throws `LineTooLong`; what was begun is dropped then. */
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
 * What a program said of its end on standard error, on one line: the line that names the mistake, where one does, for
 * Node and Python print where it happened and more behind it, and else what it said last. Empty where it said nothing.
 */
export function lastWords(said: string): string {
  const lines = said.split('\n').map((line) => line.trim());
  const named = lines.findLast((line) => mistake.test(line));
  const last = lines.filter(Boolean).slice(-maxLines).join(' | ').slice(-maxCharacters);
  return named?.slice(0, maxCharacters) ?? last;
}
