import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import packageJson from '../../../../package.json' with { type: 'json' };
import { jsonOrWhy } from '../../../platform/errors/json.ts';
import type { ToolListing } from '../../../servers/answer.ts';

/** A program that connects MCP over its standard streams to the gateway at the address in its argument. */
export const bridgeFile = fileURLToPath(new URL('./stdio-bridge.mjs', import.meta.url));

/** An MCP server with the tools of another one. It does not run calls itself, but queues them for the harness. */
export type Gateway = AsyncDisposable & {
  /** A secret Streamable HTTP address on the loopback interface; any client that knows it gets access. */
  url: string;
  port: number;
  /** The next call in order of arrival. Rejects with the signal's reason. */
  next(signal: AbortSignal): Promise<GatewayCall>;
  /** Whether a call is waiting in the queue. */
  hasCall(): boolean;
  /** Notifies every client of changed tools. */
  announceTools(): void;
  /** Answers all waiting and later calls with this error. */
  close(why: string): void;
};

export type GatewayOptions = {
  /** Called whenever a client requests the list. */
  tools(): ToolListing;
  /** The queue of calls; default: its own. */
  calls?: CallQueue;
  /** The server's instructions. */
  instructions: string | null;
  /** Receives each message of a client before any check. */
  heard?: ((message: HeardMessage) => void) | undefined;
};

export type HeardMessage = { method: string; params: Record<string, unknown> };

/** The limit of sessions; an agent needs one or two. */
const maxSessions = 64;
/** Arguments of a call usually have a few thousand characters, and a whole page some millions. */
const maxBodyBytes = 16 * 2 ** 20;

export async function openGateway({
  tools,
  instructions,
  calls = new CallQueue(),
  heard,
}: GatewayOptions): Promise<Gateway> {
  const path = `/${randomBytes(16).toString('hex')}/mcp`;
  const sessions = new Map<string, { server: Server; transport: StreamableHTTPServerTransport }>();
  const http = createServer((request, response) => {
    void take(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, error instanceof Error ? error.message : String(error));
    });
  });

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (new URL(request.url ?? '/', 'http://gateway').pathname !== path)
      return refuse(response, 404, 'not found');
    const body = request.method === 'POST' ? await readBody(request) : undefined;
    if (body === tooLong) return refuse(response, 413, `a message of more than ${maxBodyBytes} bytes`);
    if (body === noJson) return refuse(response, 400, 'Parse error: Invalid JSON', -32700);
    if (heard) for (const message of messagesIn(body)) heard(message);
    const id = request.headers['mcp-session-id'];
    const session = typeof id === 'string' ? sessions.get(id) : undefined;
    if (typeof id === 'string' && !session) return refuse(response, 404, 'Session not found', -32001);
    if (!session && sessions.size >= maxSessions)
      return refuse(response, 429, `more than ${maxSessions} sessions`);
    const { transport } = session ?? (await openSession());
    await transport.handleRequest(request, response, body);
  }

  async function openSession() {
    const server = new Server(
      { name: packageJson.name, version: packageJson.version },
      { capabilities: { tools: { listChanged: true } }, ...(instructions ? { instructions } : {}) },
    );
    // One handler for all methods, because the SDK's handlers drop unknown fields of answers.
    server.fallbackRequestHandler = async ({ method, params = {} }, { signal }) => {
      if (method === 'tools/list') return { tools: [...tools()] };
      if (method === 'tools/call') return calls.ask(params, signal);
      throw new McpError(ErrorCode.MethodNotFound, `Method not found: ${method}`);
    };
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, { server, transport }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    // The SDK's transport does not match its own interface under exactOptionalPropertyTypes.
    await server.connect(transport as Parameters<Server['connect']>[0]);
    return { server, transport };
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}${path}`,
    port,
    next: (signal) => calls.next(signal),
    hasCall: () => calls.hasCall(),
    announceTools: () => {
      for (const { server } of sessions.values()) server.sendToolListChanged().catch(() => {});
    },
    close: (why) => calls.close(why),
    [Symbol.asyncDispose]: async () => {
      calls.close('The gateway is closed.');
      await Promise.all([...sessions.values()].map(({ server }) => server.close().catch(() => {})));
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}

/**
 * The requests and notifications of a body, single or in a list. Empty if one is invalid, because a list may hold
 * millions.
 */
function messagesIn(body: unknown): HeardMessage[] {
  const messages: HeardMessage[] = [];
  for (const each of [body].flat()) {
    const { data } = Message.safeParse(each);
    if (!data) return [];
    messages.push(data);
  }
  return messages;
}

const Message = z.object({ method: z.string(), params: z.record(z.string(), z.unknown()).default({}) });

const tooLong = Symbol('too long');
const noJson = Symbol('no JSON');

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) return tooLong;
    chunks.push(chunk);
  }
  const parsed = jsonOrWhy(Buffer.concat(chunks).toString('utf8'));
  return 'value' in parsed ? parsed.value : noJson;
}

function refuse(response: ServerResponse, status: number, message: string, code = -32000): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
}

/** The result of a tool call in MCP. */
export type ToolResult = Record<string, unknown>;

/** A call that waits for its answer. */
export type GatewayCall = {
  tool: string;
  /** Unchecked; may not be an object. */
  args: unknown;
  answer(result: ToolResult): void;
};

/** The limit of waiting calls; no agent makes more at once. */
const maxWaiting = 256;

/** A queue of calls in order of arrival. */
export class CallQueue {
  private readonly waiting: GatewayCall[] = [];
  private readonly unanswered = new Set<GatewayCall>();
  private wake: () => void = () => {};
  private closed: string | null = null;

  /** Resolves with the answer of the call. A call that its client cancels while it waits is dropped. */
  ask(params: Record<string, unknown>, signal: AbortSignal): Promise<ToolResult> {
    if (this.closed !== null) return Promise.resolve(errorResult(this.closed));
    if (this.unanswered.size >= maxWaiting)
      return Promise.resolve(errorResult(`more than ${maxWaiting} calls wait`));
    return new Promise((resolve) => {
      const call: GatewayCall = {
        tool: String(params.name ?? ''),
        args: params.arguments ?? {},
        answer: (result) => {
          this.unanswered.delete(call);
          resolve(result);
        },
      };
      signal.addEventListener('abort', () => {
        const at = this.waiting.indexOf(call);
        if (at !== -1) this.waiting.splice(at, 1);
        this.unanswered.delete(call);
      });
      this.unanswered.add(call);
      this.waiting.push(call);
      this.wake();
    });
  }

  hasCall(): boolean {
    return this.waiting.length > 0;
  }

  async next(signal: AbortSignal): Promise<GatewayCall> {
    for (;;) {
      signal.throwIfAborted();
      const call = this.waiting.shift();
      if (call) return call;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  close(why: string): void {
    this.closed ??= why;
    this.waiting.length = 0;
    for (const call of [...this.unanswered]) call.answer(errorResult(this.closed));
  }
}

function errorResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
