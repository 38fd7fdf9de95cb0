import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonOrUndefined } from '../../../platform/errors/json.ts';
import { formatDuration } from '../../../platform/words/format.ts';
import { countIn, type Json, listOf, objectOf } from '../apis/api.ts';
import { openaiRefusal } from '../apis/chat.ts';
import type { ModelProxy, ModelProxyOptions } from '../proxy/model-proxy.ts';
import { addUsage, noUsage, type Usage } from '../proxy/prices.ts';
import { type ProxyWord, proxyHeader } from '../proxy/proxy-word.ts';
import { readAll } from '../proxy/upstream.ts';
import type { Completion, Conversation, Progress, Runtime, Sampling } from './runtime/start-runtime.ts';
import { toolGrammar } from './tool-grammar.ts';

/** One stored answer of local weights, with all that scoring it again needs. */
type LocalAnswer = {
  conversation: Conversation;
  sampling: Sampling;
  /** The seed of the sampler; the same seed and prompt give the same answer on the same machine. */
  seed: string;
} & Completion;

export type LocalProxyOptions = {
  runtime: Runtime;
  model: string;
  sampling: Sampling;
  /** The start of the seed of each request: attempt and task. */
  seed: string;
  /** Output tokens of the episode. */
  maxTokens: number;
  /** The time in which the weights may compute in the episode. */
  maxComputeMs: number;
  clock: ModelProxyOptions['clock'];
  record?: ((answer: LocalAnswer) => void) | undefined;
  progress?: ((progress: Progress) => void) | undefined;
};

/**
 * The proxy of one episode with local weights, in place of the proxy to an API: the tool loop asks it for chat
 * completions. It stops the episode's clock while the runtime computes, and limits the output tokens.
 */
export async function openLocalProxy(options: LocalProxyOptions): Promise<ModelProxy> {
  const placeholder = `cb-${randomBytes(16).toString('hex')}`;
  let used: Usage = noUsage;
  let requests = 0;
  let computedMs = 0;
  let over: string | null = null;
  let last: Usage | null = null;
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) =>
      refuse(response, 'gave_up', error instanceof Error ? error.message : String(error)),
    );
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== `Bearer ${placeholder}`)
      return void response.writeHead(401).end('unknown placeholder');
    const body = objectOf(jsonOrUndefined((await readAll(request)).toString('utf8')));
    if (over !== null) return refuse(response, 'ended', over);
    const left = options.maxTokens - used.output;
    if (left <= 0)
      return refuse(response, 'budget', `all ${options.maxTokens} output tokens of the episode are used`);
    const tools = listOf(body.tools);
    const conversation: Conversation = { messages: body.messages, tools };
    const { runtime, sampling, seed, maxComputeMs, record, progress } = options;
    const asked = {
      conversation,
      grammar: grammarOf(tools),
      sampling,
      maxTokens: Math.min(left, countIn(body.max_completion_tokens) ?? countIn(body.max_tokens) ?? left),
      seed: `${seed}:${requests}`,
    };
    options.clock.pause();
    const from = performance.now();
    const completion = await runtime
      .complete(asked, progress, Math.max(1, maxComputeMs - computedMs))
      .finally(() => {
        computedMs += performance.now() - from;
        options.clock.resume();
      })
      .catch((error: unknown) => {
        throw computedMs < maxComputeMs
          ? error
          : new Error(
              `the weights computed for ${formatDuration(maxComputeMs)}, the limit of the harness for one episode`,
            );
      });
    if ('full' in completion) {
      const { promptTokens, context } = completion.full;
      return refuse(response, 'context', `the prompt has ${promptTokens} tokens; the context has ${context}`);
    }
    requests += 1;
    last = {
      input: completion.promptTokens - completion.cachedTokens,
      output: completion.tokens.length,
      cacheRead: completion.cachedTokens,
      cacheWrite: 0,
    };
    used = addUsage(used, last);
    record?.({ conversation, sampling, seed: asked.seed, ...completion });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(chatAnswer(options.model, completion)));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    placeholder,
    account: () => ({
      tokens: used,
      usd: 0,
      requests,
      isLowerBound: false,
      overshootUsd: 0,
      retries: 0,
      serverTools: 0,
      answered: requests > 0 ? options.model : null,
      computedMs: Math.round(computedMs),
    }),
    // The clock stands while the runtime computes, so that time never ends an episode because of it.
    unansweredMs: () => null,
    refuseAll: (why) => {
      over = why;
    },
    last: () => last && { tokens: last, usd: 0 },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function refuse(response: ServerResponse, word: ProxyWord, why: string): void {
  response.writeHead(400, { 'content-type': 'application/json', [proxyHeader]: word });
  response.end(JSON.stringify(openaiRefusal(why)));
}

/** The grammar of the tools of a request in chat completions. */
export function grammarOf(tools: readonly Json[]): string {
  return toolGrammar(
    tools.map((tool) => {
      const { name, parameters } = objectOf(tool.function);
      return { name: String(name), schema: objectOf(parameters) };
    }),
  );
}

/** The call in a text of the grammar; null if the answer was cut. */
export function callIn(text: string): { name: string; args: Json } | null {
  const value = objectOf(jsonOrUndefined(text));
  return typeof value.name === 'string' ? { name: value.name, args: objectOf(value.arguments) } : null;
}

function chatAnswer(model: string, { text, end, promptTokens, cachedTokens, tokens }: Completion): Json {
  const call = end === 'call' ? callIn(text) : null;
  const message = call
    ? {
        role: 'assistant',
        content: null,
        tool_calls: [{ type: 'function', function: { name: call.name, arguments: argumentsIn(text) } }],
      }
    : { role: 'assistant', content: text };
  return {
    object: 'chat.completion',
    model,
    choices: [{ index: 0, message, finish_reason: call ? 'tool_calls' : 'length' }],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: tokens.length,
      total_tokens: promptTokens + tokens.length,
      prompt_tokens_details: { cached_tokens: cachedTokens },
    },
  };
}

/** The arguments as the model wrote them, so that the next prompt repeats its own text. */
function argumentsIn(text: string): string {
  return text.slice(text.indexOf('"arguments": ') + '"arguments": '.length, -1);
}
