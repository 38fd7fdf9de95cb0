import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  CallToolResultSchema,
  ListToolsResultSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import type { OwnProcess } from '../platform/process/start-process.ts';
import { type Answer, type AnswerContent, type Tool, type ToolListing, toAnswer } from './answer.ts';
import { LostTransport, PipeTransport, SilentServer } from './pipe-transport.ts';

/** What the SDK's own schemas know no field for is kept by these. */
const Whole = z.looseObject({});
const WholeTools = z.object({ tools: z.array(z.record(z.string(), z.unknown())) });

/** The limits of an episode are the harness's own; the SDK's timer must not end a call before they do. */
const noLimit = { timeout: 2 ** 31 - 1 };

/** No browser server has a tenth of it; a list that never ends is refused, too. */
const mostTools = 2_000;
const mostPages = 200;
const longestListBytes = 8 * 2 ** 20;

/** Of what a server calls itself. */
const longestName = 100;

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
    await this.orLost(this.client.connect(this.transport, { ...noLimit, signal }), signal, 'initialize');
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
      const raw = await this.orLost(
        this.client.request(request, Whole, { ...noLimit, signal }),
        signal,
        request.method,
      );
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

  private async orLost<T>(promise: Promise<T>, signal: AbortSignal, asked: string): Promise<T> {
    try {
      return await promise;
    } catch (error) {
      if (this.transport.closed) throw this.lost();
      // The SDK words an abort as an error of its own.
      if (signal.aborted) throw new SilentServer(asked, this.transport);
      throw error;
    }
  }

  private lost(): LostTransport {
    return new LostTransport(this.transport);
  }
}

/** One line, without what moves a terminal's cursor. */
function plain(text: string): string {
  return text
    .slice(0, longestName)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
}
