import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolResultSchema,
  type JSONRPCMessage,
  ListToolsResultSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import type { OwnProcess } from '../process/start-process.ts';
import { type Answer, type AnswerContent, type Tool, type ToolListing, toAnswer } from './answer.ts';
import { lastWords } from './last-words.ts';
import { LineBuffer, LineTooLong } from './line-buffer.ts';

/** The server is gone: it exited, closed its output, or spoke no MCP. */
export class LostTransport extends Error {
  override name = 'LostTransport';
}

/** What the SDK's own schemas know no field for is kept by these. */
const Whole = z.looseObject({});
const WholeTools = z.object({ tools: z.array(z.record(z.string(), z.unknown())) });

/** The limits of an episode are the harness's own; the SDK's timer must not end a call before they do. */
const noLimit = { timeout: 2 ** 31 - 1 };

/** The SDK's own limit of 10 MB is met by a screenshot of a long page; a message is held in memory several times. */
const longestMessageBytes = 16 * 2 ** 20;

/** No browser server has a tenth of it; a list that never ends is refused, too. */
const mostTools = 2_000;
const mostPages = 200;
const longestListBytes = 8 * 2 ** 20;

/** Of what a server calls itself. */
const longestName = 100;

const drainLimitMs = 200;

/** Of what a server says of its tools, in characters; a model is told it once. */
const longestInstructions = 10_000;

/** The one door to the MCP SDK: a client over the pipes of a process that we started ourselves. */
export class McpClient {
  private readonly client = new Client({ name: 'contract-bench', version: '1' });
  private readonly transport: PipeTransport;
  private toolsChanged = false;
  /** Of the last list. */
  listing: ToolListing = [];

  constructor(server: OwnProcess) {
    this.transport = new PipeTransport(server);
  }

  async initialise(
    signal: AbortSignal,
  ): Promise<{ name: string; version: string; instructions: string | null }> {
    this.client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      this.toolsChanged = true;
    });
    await this.orLost(this.client.connect(this.transport, { ...noLimit, signal }), signal);
    const { name = 'unknown', version = 'unknown' } = this.client.getServerVersion() ?? {};
    const instructions = this.client.getInstructions()?.slice(0, longestInstructions);
    return { name: plain(name), version: plain(version), instructions: instructions || null };
  }

  /** Throws where there are more tools, or longer ones, than a list may have. */
  async listTools(signal: AbortSignal): Promise<Tool[]> {
    const tools: Tool[] = [];
    const listing: Record<string, unknown>[] = [];
    let cursor: string | undefined;
    let bytes = 0;
    let pages = 0;
    do {
      const request = { method: 'tools/list', params: cursor ? { cursor } : {} } as const;
      const raw = await this.orLost(this.client.request(request, Whole, { ...noLimit, signal }), signal);
      const page = ListToolsResultSchema.parse(raw);
      listing.push(...WholeTools.parse(raw).tools);
      for (const { name, description, inputSchema } of page.tools) {
        const tool = { name, ...(description === undefined ? {} : { description }), inputSchema };
        tools.push(tool);
        bytes += JSON.stringify(tool).length;
      }
      pages += 1;
      cursor = page.nextCursor;
      if (tools.length > mostTools || bytes > longestListBytes || pages > mostPages)
        throw new Error(
          `the server lists too much: ${tools.length} tools, ${bytes} characters on ${pages} pages; at most ${mostTools}, ${longestListBytes} and ${mostPages} are taken`,
        );
    } while (cursor);
    this.listing = listing;
    return tools;
  }

  /** The tools again where the server said since the last time that they changed; else null. */
  async changedTools(signal: AbortSignal): Promise<Tool[] | null> {
    if (!this.toolsChanged) return null;
    this.toolsChanged = false;
    return this.listTools(signal);
  }

  async call(name: string, args: Record<string, unknown>): Promise<Answer> {
    const request = { method: 'tools/call', params: { name, arguments: args } } as const;
    try {
      // `request` and not `callTool`: an answer that breaks the tool's own output schema is still an answer.
      const whole = await this.client.request(request, Whole, noLimit);
      const result = CallToolResultSchema.parse(whole);
      return { ...toAnswer(result.content, result.isError === true), result: whole };
    } catch (error) {
      if (this.transport.closed) throw this.lost();
      // A JSON-RPC error (an unknown tool, bad arguments) is the server's answer to this call.
      const refusal: AnswerContent = {
        type: 'text',
        text: error instanceof Error ? error.message : String(error),
      };
      return toAnswer([refusal], true);
    }
  }

  private async orLost<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
    const since = performance.now();
    try {
      return await promise;
    } catch (error) {
      if (this.transport.closed) throw this.lost();
      if (signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError')
        throw new Error(this.silent(performance.now() - since));
      throw error;
    }
  }

  private lost(): LostTransport {
    if (this.transport.excess) return new LostTransport(this.transport.excess);
    const words = lastWords(this.transport.lastErrors);
    return new LostTransport(
      `the server is gone${this.transport.howGone()}${words && `; its last words: ${words}`}`,
    );
  }

  private silent(ms: number): string {
    const words = lastWords(this.transport.lastErrors);
    const said = words ? `it said on standard error: ${words}` : 'it said nothing on standard error either';
    return `the server did not answer within ${Math.max(1, Math.round(ms / 1000))} s; ${said}`;
  }
}

/**
 * MCP over the pipes of a process group of our own. (The SDK's stdio transport starts the child in our group, and
 * its `close()` took 4 s with a server that ignores the end of its input.)
 */
class PipeTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  closed = false;
  lastErrors = '';
  /** What it sent too much of, and is no longer read for. */
  excess: string | null = null;
  private readonly server: OwnProcess;

  constructor(server: OwnProcess) {
    this.server = server;
    // Read from the start, so that neither a full pipe nor an early exit goes unseen.
    server.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.lastErrors = (this.lastErrors + text).slice(-8000);
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
    if (this.closed) throw new LostTransport('the server ended while starting');
  }

  private receive(line: string): void {
    try {
      this.onmessage?.(deserializeMessage(line));
    } catch (error) {
      // A line that is no message (a log on standard output) is passed over.
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.closed) throw new LostTransport('the server is gone');
    this.server.child.stdin?.write(serializeMessage(message));
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

  /** With which code it ended, where it did so with another one than 0. */
  howGone(): string {
    const { exitCode, signalCode } = this.server.child;
    if (signalCode) return ` (ended by ${signalCode})`;
    return exitCode ? ` (exit code ${exitCode})` : '';
  }

  private lose(): void {
    if (this.closed) return;
    this.closed = true;
    this.onclose?.();
  }
}

/** One line, without what moves a terminal's cursor. */
function plain(text: string): string {
  return text
    .slice(0, longestName)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
}
