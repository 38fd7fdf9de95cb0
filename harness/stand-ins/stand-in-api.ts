import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, onTestFinished } from 'vitest';

/** What the stand-in's model says to one request. */
export type Reply =
  | {
      text?: string;
      calls?: { tool: string; args: unknown }[];
      /** Default 100 in and 10 out. */
      usage?: Partial<Record<'input' | 'output' | 'cacheRead' | 'cacheWrite', number>> | 'none';
      /** The answer ended at the limit of output tokens. */
      cut?: boolean;
    }
  | { status: number; headers?: Record<string, string>; message?: string }
  /** Half an answer, then the connection is gone. */
  | { breakOff: true }
  /** Takes the request and never answers. */
  | { hang: true };

/** One request as it came: `answers` are the texts of the tools' answers so far, the newest last. */
export type Asked = { number: number; tools: string[]; answers: string[] };

export type StandInApi = {
  url: string;
  /** Every request that reached it. */
  requests: {
    path: string;
    headers: IncomingMessage['headers'];
    body: Record<string, unknown>;
    /** When its head came, in milliseconds of this process. */
    atMs: number;
  }[];
  /** Environment of a run against it. */
  env: Record<string, string>;
};

/**
 * A model API on the loopback address that speaks Anthropic's Messages API and OpenAI's chat completions, whole and
 * streamed, with a scripted model behind it.
 */
export async function standInApi(model: (asked: Asked) => Reply): Promise<StandInApi> {
  const requests: StandInApi['requests'] = [];
  const server = createServer((message, response) => {
    const atMs = performance.now();
    void readBody(message).then((text) => {
      const body = JSON.parse(text || '{}');
      const path = new URL(message.url ?? '/', 'http://stand-in').pathname;
      requests.push({ path, headers: message.headers, body, atMs });
      const isClaude = path === '/v1/messages';
      if (!isClaude && !path.endsWith('/chat/completions')) return refuse(response, 404, {}, `no ${path}`);
      const reply = model(
        isClaude ? askedOfClaude(body, requests.length) : askedOfOpenai(body, requests.length),
      );
      if ('status' in reply)
        return refuse(response, reply.status, reply.headers ?? {}, reply.message ?? 'refused');
      if ('hang' in reply) return;
      const answer = 'breakOff' in reply ? {} : reply;
      const chunks = isClaude ? claudeAnswer(body, answer) : openaiAnswer(body, answer);
      response.writeHead(200, { 'content-type': body.stream ? 'text/event-stream' : 'application/json' });
      if ('breakOff' in reply) {
        response.write(chunks.join('').slice(0, 40));
        setTimeout(() => response.destroy(), 20);
        return;
      }
      response.end(chunks.join(''));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  try {
    onTestFinished(end);
  } catch {
    afterAll(end);
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    OPENCHROME_BENCH_REAL: '1',
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'sk-ant-stand-in-0123456789',
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: 'sk-stand-in-0123456789abcdef',
  };
  return { url, requests, env };
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string>, message: string) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ type: 'error', error: { type: 'stand_in', message } }));
}

type Block = { type: string; text?: string; content?: unknown };
type Message = { role: string; content?: string | Block[] };

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((block: Block) => block.text ?? '').join('\n') : '';
}

function askedOfClaude(body: { tools?: { name: string }[]; messages?: Message[] }, number: number): Asked {
  const blocks = (body.messages ?? []).flatMap(({ content }) => (Array.isArray(content) ? content : []));
  const answers = blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => textOf(content));
  return { number, tools: (body.tools ?? []).map(({ name }) => name), answers };
}

function askedOfOpenai(
  body: { tools?: { function: { name: string } }[]; messages?: Message[] },
  number: number,
): Asked {
  const answers = (body.messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => textOf(content));
  return { number, tools: (body.tools ?? []).map((tool) => tool.function.name), answers };
}

type Answer = Extract<Reply, { text?: string }>;

function claudeAnswer(
  body: { model?: string; stream?: boolean },
  { text, calls = [], usage, cut }: Answer,
): string[] {
  const content = [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ tool, args }, index) => ({
      type: 'tool_use',
      id: `toolu_${index}_${Math.random().toString(36).slice(2)}`,
      name: tool,
      input: args,
    })),
  ];
  const { input = 100, output = 10, cacheRead = 0, cacheWrite = 0 } = usage === 'none' ? {} : (usage ?? {});
  const reported = {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite,
  };
  const message = {
    id: 'msg_stand_in',
    type: 'message',
    role: 'assistant',
    model: body.model,
    content,
    stop_reason: cut ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    ...(usage === 'none' ? {} : { usage: reported }),
  };
  if (!body.stream) return [JSON.stringify(message)];
  const event = (data: { type: string }) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
  return [
    event({ type: 'message_start', message: { ...message, content: [], stop_reason: null } } as {
      type: string;
    }),
    ...content.flatMap((block, index) => [
      event({
        type: 'content_block_start',
        index,
        content_block: { ...block, ...('text' in block ? { text: '' } : { input: {} }) },
      } as { type: string }),
      event({
        type: 'content_block_delta',
        index,
        delta:
          'text' in block
            ? { type: 'text_delta', text: block.text }
            : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      } as { type: string }),
      event({ type: 'content_block_stop', index } as { type: string }),
    ]),
    event({ type: 'message_delta', delta: { stop_reason: message.stop_reason }, usage: reported } as {
      type: string;
    }),
    event({ type: 'message_stop' }),
  ];
}

function openaiAnswer(
  body: { model?: string; stream?: boolean },
  { text, calls = [], usage, cut }: Answer,
): string[] {
  const { input = 100, output = 10, cacheRead = 0, cacheWrite = 0 } = usage === 'none' ? {} : (usage ?? {});
  const toolCalls = calls.map(({ tool, args }, index) => ({
    index,
    id: `call_${index}_${Math.random().toString(36).slice(2)}`,
    type: 'function',
    function: { name: tool, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }));
  const message = {
    role: 'assistant',
    content: text ?? null,
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
  };
  const finish = cut ? 'length' : toolCalls.length > 0 ? 'tool_calls' : 'stop';
  const common = { id: 'chatcmpl-stand-in', created: 0, model: body.model };
  const reported = {
    prompt_tokens: input + cacheRead + cacheWrite,
    completion_tokens: output,
    total_tokens: input + cacheRead + cacheWrite + output,
    prompt_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheWrite },
  };
  const withUsage = usage === 'none' ? {} : { usage: reported };
  if (!body.stream)
    return [
      JSON.stringify({
        ...common,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: finish }],
        ...withUsage,
      }),
    ];
  const chunk = (data: object) =>
    `data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', ...data })}\n\n`;
  return [
    chunk({ choices: [{ index: 0, delta: message, finish_reason: null }] }),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }),
    chunk({ choices: [], ...withUsage }),
    'data: [DONE]\n\n',
  ];
}
