import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolResultSchema,
  type JSONRPCMessage,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { OwnProcess } from '../process/start-process.ts';
import { type Answer, type AnswerContent, type Tool, toAnswer } from './answer.ts';

/** The server is gone: it exited, closed its output, or spoke no MCP. */
export class LostTransport extends Error {
  override name = 'LostTransport';
}

/** The limits of an episode are the harness's own; the SDK's timer must not end a call before they do. */
const noLimit = { timeout: 2 ** 31 - 1 };

/** The SDK's own limit of 10 MB is met by a screenshot of a long page. */
const longestMessageBytes = 256 * 2 ** 20;

const drainLimitMs = 200;

/** The one door to the MCP SDK: a client over the pipes of a process that we started ourselves. */
export class McpClient {
  private readonly client = new Client({ name: 'contract-bench', version: '1' });
  private readonly transport: PipeTransport;
  private toolsChanged = false;

  constructor(server: OwnProcess) {
    this.transport = new PipeTransport(server);
  }

  async initialise(
    signal: AbortSignal,
  ): Promise<{ name: string; version: string; instructions: string | null }> {
    this.client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      this.toolsChanged = true;
    });
    await this.orLost(this.client.connect(this.transport, { ...noLimit, signal }));
    const { name = 'unknown', version = 'unknown' } = this.client.getServerVersion() ?? {};
    return { name, version, instructions: this.client.getInstructions() || null };
  }

  async listTools(signal: AbortSignal): Promise<Tool[]> {
    const tools: Tool[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.orLost(this.client.listTools(cursor ? { cursor } : {}, { ...noLimit, signal }));
      for (const { name, description, inputSchema } of page.tools) {
        tools.push({ name, ...(description === undefined ? {} : { description }), inputSchema });
      }
      cursor = page.nextCursor;
    } while (cursor);
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
      const result = await this.client.request(request, CallToolResultSchema, noLimit);
      return toAnswer(result.content, result.isError === true);
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

  private async orLost<T>(promise: Promise<T>): Promise<T> {
    try {
      return await promise;
    } catch (error) {
      if (this.transport.closed) throw this.lost();
      throw error;
    }
  }

  private lost(): LostTransport {
    const errors = this.transport.lastErrors.trim().split('\n').slice(-3).join(' | ');
    return new LostTransport(`the server is gone${errors ? `; its last words: ${errors.slice(-400)}` : ''}`);
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
  private readonly server: OwnProcess;

  constructor(server: OwnProcess) {
    this.server = server;
    // Read from the start, so that neither a full pipe nor an early exit goes unseen.
    server.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.lastErrors = (this.lastErrors + text).slice(-2000);
    });
    void server.exited.then(() => this.loseWhenRead());
  }

  async start(): Promise<void> {
    const buffer = new ReadBuffer({ maxBufferSize: longestMessageBytes });
    this.server.child.stdout?.on('data', (chunk: Buffer) => {
      try {
        buffer.append(chunk);
      } catch {
        // Half a message is lost with the buffer: nothing after it can be trusted to begin where a line does.
        this.lastErrors += `\na message of more than ${longestMessageBytes} bytes\n`;
        return this.lose();
      }
      for (;;) {
        try {
          const message = buffer.readMessage();
          if (message === null) break;
          this.onmessage?.(message);
        } catch (error) {
          // A line that is no message (a log on standard output) is passed over.
          this.onerror?.(error instanceof Error ? error : new Error(String(error)));
        }
      }
    });
    this.server.child.stdout?.once('end', () => void this.loseWhenRead());
    if (this.closed) throw new LostTransport('the server ended while starting');
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
    await Promise.race([Promise.all(ended), delay(drainLimitMs, undefined, { ref: false })]);
    this.lose();
  }

  private lose(): void {
    if (this.closed) return;
    this.closed = true;
    this.onclose?.();
  }
}
