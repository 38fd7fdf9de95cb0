import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { McpError, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import type { OwnProcess } from '../platform/process/start-process.ts';
import { head } from '../platform/words/format.ts';
import { type Answer, type Tool, type ToolListing, toAnswer } from './answer.ts';
import { resultIn, toolsIn } from './odd-answers.ts';
import { LostTransport, PipeTransport, SilentServer } from './pipe-transport.ts';

/** What the SDK's own schemas know no field for is kept by these. */
const Whole = z.looseObject({});
/** Some number their pages. */
const Cursor = z.union([z.string(), z.number()]).nullish();

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
  /** What the last list had that MCP does not allow and was left out, a line each. */
  notes: readonly string[] = [];

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
    const instructions = head(this.client.getInstructions() ?? '', longestInstructions);
    return { name: plain(name), version: plain(version), instructions: instructions || null };
  }

  /** Throws where there are more tools, or longer ones, than a list may have. */
  async listTools(signal: AbortSignal): Promise<Tool[]> {
    const [tools, listing, notes]: [Tool[], Record<string, unknown>[], string[]] = [[], [], []];
    const cursors = new Set<unknown>();
    let bytes = 0;
    for (let cursor: z.infer<typeof Cursor> = ''; cursor || cursors.size === 0; ) {
      if (cursors.has(cursor))
        throw new Error(
          `tools/list: nextCursor: got ${JSON.stringify(cursor)} twice; expected a new one each time`,
        );
      cursors.add(cursor);
      const request = { method: 'tools/list', params: cursor ? { cursor } : {} } as const;
      const raw = await this.orLost(
        this.client.request(request, Whole, { ...noLimit, signal }),
        signal,
        request.method,
      );
      // Before they are read: a page may hold a million, each odd in its own way.
      const listed = listing.length + (Array.isArray(raw.tools) ? raw.tools.length : 0);
      if (listed > mostTools || cursors.size > mostPages) throw tooMuch(listed, bytes, cursors.size);
      const page = toolsIn(raw, listing.length);
      tools.push(...page.tools);
      listing.push(...page.listing);
      notes.push(...page.notes);
      bytes += page.tools.reduce((sum, tool) => sum + JSON.stringify(tool).length, 0);
      const next = Cursor.safeParse(raw.nextCursor);
      if (!next.success)
        throw new Error(
          `tools/list: nextCursor: got ${JSON.stringify(raw.nextCursor).slice(0, 80)}; expected a text`,
        );
      cursor = next.data;
      if (bytes > longestListBytes) throw tooMuch(tools.length, bytes, cursors.size);
    }
    [this.listing, this.notes] = [listing, notes];
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
      const { content, isError, result } = resultIn(whole);
      return { ...toAnswer(content, isError), result };
    } catch (error) {
      if (this.transport.closed) throw this.lost();
      // A JSON-RPC error (an unknown tool, bad arguments) is the server's answer to this call.
      const said = error instanceof Error ? error.message : String(error);
      const text = error instanceof McpError ? said : `the server's answer to ${name}: ${said}`;
      return toAnswer([{ type: 'text', text }], true);
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

function tooMuch(tools: number, bytes: number, pages: number): Error {
  return new Error(
    `the server lists too much: ${tools} tools, ${bytes} characters on ${pages} pages; at most ${mostTools}, ${longestListBytes} and ${mostPages} are taken`,
  );
}

/** One line, without what moves a terminal's cursor. */
function plain(text: string): string {
  return text
    .slice(0, longestName)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
}
