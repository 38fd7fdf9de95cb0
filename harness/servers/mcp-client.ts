import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { McpError, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import type { OwnProcess } from '../platform/process/start-process.ts';
import { head } from '../platform/words/format.ts';
import { type Answer, type Tool, type ToolListing, toAnswer } from './answer.ts';
import { resultIn, toolsIn } from './odd-answers.ts';
import { LostTransport, PipeTransport, SilentServer } from './pipe-transport.ts';

/** Keeps the fields that the SDK's own schemas do not know. */
const Whole = z.looseObject({});
/** Some servers number their pages. */
const Cursor = z.union([z.string(), z.number()]).nullish();

/** The harness has its own limits for an episode, so the SDK's timer must not end a call earlier. */
const noLimit = { timeout: 2 ** 31 - 1 };

/** More than ten times as many as any browser server has. An endless list is refused, too. */
const mostTools = 2_000;
const mostPages = 200;
const longestListBytes = 8 * 2 ** 20;

/** The limit of a server's name and version, in characters. */
const longestName = 100;

/** The limit of a server's instructions, in characters; a model gets them once. */
const longestInstructions = 10_000;

/** The only user of the MCP SDK's client: it talks over the pipes of a process that the harness started. */
export class McpClient {
  private readonly client = new Client({ name: 'contract-bench', version: '1' });
  private readonly transport: PipeTransport;
  private toolsChanged = false;
  /** The last tool list. */
  listing: ToolListing = [];
  /** The parts of the last list that MCP forbids and that were left out, a line each. */
  notes: readonly string[] = [];

  constructor(server: OwnProcess) {
    this.transport = new PipeTransport(server);
  }

  async initialise(
    signal: AbortSignal,
  ): Promise<{ name: string; version: string; protocol: string | null; instructions: string | null }> {
    this.client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      this.toolsChanged = true;
    });
    await this.orLost(this.client.connect(this.transport, { ...noLimit, signal }), signal, 'initialize');
    const { name = 'unknown', version = 'unknown' } = this.client.getServerVersion() ?? {};
    const instructions = head(this.client.getInstructions() ?? '', longestInstructions);
    const { protocol } = this.transport;
    return { name: plain(name), version: plain(version), protocol, instructions: instructions || null };
  }

  /** Throws if the list has too many tools, characters or pages. */
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
      // Checked before the tools are read, because a page may hold a million odd ones.
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

  /** The new tool list if the server reported a change since the last call; else null. */
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
      const message = error instanceof Error ? error.message : String(error);
      const text = error instanceof McpError ? message : `the server's answer to ${name}: ${message}`;
      return toAnswer([{ type: 'text', text }], true);
    }
  }

  private async orLost<T>(promise: Promise<T>, signal: AbortSignal, asked: string): Promise<T> {
    try {
      return await promise;
    } catch (error) {
      if (this.transport.closed) throw this.lost();
      // The SDK reports an abort as an error of its own.
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
    `the server lists too much: ${tools} tools, ${bytes} characters on ${pages} pages; at most ${mostTools}, ${longestListBytes} and ${mostPages} are allowed`,
  );
}

/** One line, without control characters for the terminal. */
function plain(text: string): string {
  return text
    .slice(0, longestName)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
}
