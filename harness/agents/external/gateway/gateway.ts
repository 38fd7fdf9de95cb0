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

/** The program that speaks MCP over its standard streams with the gateway whose address is its argument. */
export const bridgeFile = fileURLToPath(new URL('./stdio-bridge.mjs', import.meta.url));

/** An MCP server that has the tools of another one and plays none of their calls itself: it hands them out. */
export type Gateway = AsyncDisposable & {
  /** Over Streamable HTTP on the loopback address; whoever knows it is let in. */
  url: string;
  port: number;
  /** The next call, in the order in which they came. Rejects with the signal's reason. */
  next(signal: AbortSignal): Promise<GatewayCall>;
  /** Whether a call waits that nobody took yet. */
  hasCall(): boolean;
  /** Says to every client that the tools changed. */
  announceTools(): void;
  /** From now on every call, those that wait too, is answered with this error. */
  close(why: string): void;
};

export type GatewayOptions = {
  /** Asked whenever a client wants the list. */
  tools(): ToolListing;
  /** Where calls wait; one of its own where none is given. */
  calls?: CallQueue;
  /** What the server says of its tools. */
  instructions: string | null;
  /** Is handed each message of a client, before anything of it is checked. */
  heard?: ((message: HeardMessage) => void) | undefined;
};

export type HeardMessage = { method: string; params: Record<string, unknown> };

/** An agent needs one or two. */
const maxSessions = 64;
/** Arguments of a call are a few thousand characters; a page that is sent as one, some millions. */
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
      return refuse(response, 404, 'there is nothing here');
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
    // Not by a handler for each method: those of the SDK cut an answer down to the fields that it knows.
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
    // The types of the SDK's own transport and of its interface differ where optional fields are exact.
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

/** The requests and notices of a body: one, or a list of them; none where one is odd, of which there may be millions. */
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

/** What MCP calls the result of a tool. */
export type ToolResult = Record<string, unknown>;

/** A call that waits for its answer. */
export type GatewayCall = {
  tool: string;
  /** As they came: nobody has looked whether they are an object. */
  args: unknown;
  answer(result: ToolResult): void;
};

/** More calls at once than any agent makes. */
const maxWaiting = 256;

/** Calls in the order in which they came, however many come at once. */
export class CallQueue {
  private readonly waiting: GatewayCall[] = [];
  private readonly unanswered = new Set<GatewayCall>();
  private wake: () => void = () => {};
  private closed: string | null = null;

  /** Resolves with what the call is answered. A call that its client gives up before it is taken is never handed out. */
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
