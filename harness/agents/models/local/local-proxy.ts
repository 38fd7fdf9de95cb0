import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonOrUndefined } from '../../../platform/errors/json.ts';
import { formatDuration } from '../../../platform/words/format.ts';
import { objectOf } from '../apis/api.ts';
import { chat, openaiRefusal } from '../apis/chat.ts';
import { admit, isOurs, plainPath } from '../proxy/admit.ts';
import type { ModelProxy, ModelProxyOptions } from '../proxy/model-proxy.ts';
import { addUsage, noUsage, type Usage } from '../proxy/prices.ts';
import { type ProxyWord, proxyHeader } from '../proxy/proxy-word.ts';
import { readAll } from '../proxy/upstream.ts';
import { type AnswerForm, heldBy } from './answer-form.ts';
import { chatAnswer, chatEvents } from './chat-answer.ts';
import { type ChatRequest, readChatRequest, readOwnRequest } from './read-chat-request.ts';
import type { Completion, Conversation, Progress, Runtime, Sampling } from './runtime/start-runtime.ts';

/** One stored answer of local weights, with all that scoring it again needs. */
type LocalAnswer = {
  conversation: Conversation;
  form: AnswerForm;
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
  /**
   * Set for an external agent, each request of which chooses the form of its answer. The requests of the harness's own loop
   * have no `tool_choice`, and every answer to them is a call.
   */
  agent?: {
    /** Output tokens of one answer. */
    turnTokens: number;
    /** Called with each refusal. */
    refused: ModelProxyOptions['refused'];
  };
  record?: ((answer: LocalAnswer) => void) | undefined;
  progress?: ((progress: Progress) => void) | undefined;
};

/**
 * The proxy of one episode with local weights, in place of the proxy to an API: the client asks it for chat completions.
 * It stops the episode's clock while the runtime computes, and limits the output tokens.
 */
export async function openLocalProxy(options: LocalProxyOptions): Promise<ModelProxy> {
  const placeholder = `cb-${randomBytes(16).toString('hex')}`;
  const desk = new Desk(options);
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) =>
      desk.refuse(response, 'gave_up', error instanceof Error ? error.message : String(error)),
    );
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://proxy');
    if (!isOurs(request, url, placeholder)) return void response.writeHead(401).end('unknown placeholder');
    if (!options.agent) {
      const body = objectOf(jsonOrUndefined((await readAll(request)).toString('utf8')));
      return desk.take(readOwnRequest(body), response, options.model);
    }
    const path = chat.upstreamPath(plainPath(request.url ?? '/') ?? '');
    if (path === null)
      return desk.refuse(
        response,
        'refused',
        `${url.pathname}: the weights of --model-file answer /v1/chat/completions`,
      );
    const admitted = await admit(request, url.searchParams, path, chat, false);
    if ('rejected' in admitted) {
      const { word, why, status } = admitted.rejected;
      return desk.refuse(response, word, why, status);
    }
    if (chat.isLookup(path)) return send(response, modelList(options.model, path));
    const asked = readChatRequest(admitted.body);
    if ('refused' in asked) return desk.refuse(response, 'refused', asked.refused);
    const { model } = chat.summary(admitted.body, path);
    return desk.take(asked, response, model === '' ? options.model : model);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    placeholder,
    account: () => desk.account(),
    // The clock stands while the runtime computes, so that time never ends an episode because of it.
    unansweredMs: () => null,
    refuseAll: (why) => desk.refuseAll(why),
    last: () => desk.last && { tokens: desk.last, usd: 0 },
    [Symbol.asyncDispose]: async () => {
      desk.end();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Takes the requests of an episode one after the other, because the runtime has one context. */
class Desk {
  last: Usage | null = null;
  private readonly options: LocalProxyOptions;
  private readonly ending = new AbortController();
  private before: Promise<void> = Promise.resolve();
  private used: Usage = noUsage;
  private requests = 0;
  private computedMs = 0;
  /** The reason why all requests are refused; null while they are answered. */
  private over: string | null = null;

  constructor(options: LocalProxyOptions) {
    this.options = options;
  }

  account(): ReturnType<ModelProxy['account']> {
    const { used, requests, computedMs } = this;
    return {
      ...{ tokens: used, usd: 0, requests, isLowerBound: false, overshootUsd: 0, retries: 0 },
      serverTools: 0,
      answered: requests > 0 ? this.options.model : null,
      computedMs: Math.round(computedMs),
    };
  }

  refuseAll(why: string): void {
    this.over = why;
  }

  /** Aborts the request that is computed now. */
  end(): void {
    this.ending.abort();
  }

  /** Throws if the runtime ends, or computes for too long. `model`: the name in the answer. */
  take(asked: ChatRequest, response: ServerResponse, model: string): Promise<void> {
    const taken = this.before.then(() => this.answer(asked, response, model));
    this.before = taken.catch(() => {});
    return taken;
  }

  /** Refuses in the format of the API, by default with a status that clients do not retry. */
  refuse(response: ServerResponse, word: ProxyWord, why: string, status = 400): void {
    if (response.destroyed) return;
    this.options.agent?.refused?.(word, why);
    response.writeHead(status, { 'content-type': 'application/json', [proxyHeader]: word });
    response.end(JSON.stringify(openaiRefusal(why)));
  }

  private async answer(asked: ChatRequest, response: ServerResponse, model: string): Promise<void> {
    // The client of a waiting request may have left.
    if (response.destroyed) return;
    const { maxTokens, agent, sampling, record, seed } = this.options;
    if (this.over !== null) return this.refuse(response, 'ended', this.over);
    const left = maxTokens - this.used.output;
    if (left <= 0)
      return this.refuse(response, 'budget', `all ${maxTokens} output tokens of the episode are used`);
    const { conversation, form, isStream } = asked;
    const request = {
      conversation,
      ...heldBy(form, conversation.tools),
      sampling,
      maxTokens: Math.min(left, asked.maxTokens ?? left, agent?.turnTokens ?? left),
      seed: `${seed}:${this.requests}`,
    };
    const completion = await this.compute(request, response);
    if ('full' in completion) {
      const { promptTokens, context } = completion.full;
      return this.refuse(
        response,
        'context',
        `the prompt has ${promptTokens} tokens; the context has ${context}`,
      );
    }
    this.requests += 1;
    this.last = {
      input: completion.promptTokens - completion.cachedTokens,
      output: completion.tokens.length,
      cacheRead: completion.cachedTokens,
      cacheWrite: 0,
    };
    this.used = addUsage(this.used, this.last);
    record?.({ conversation, form, sampling, seed: request.seed, ...completion });
    const answered = chatAnswer({ model, form, hasIds: agent !== undefined }, completion);
    if (isStream) response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (isStream) response.end(chatEvents(answered, asked));
    else send(response, answered);
  }

  private async compute(request: Parameters<Runtime['complete']>[0], response: ServerResponse) {
    const { runtime, clock, maxComputeMs, progress } = this.options;
    const gone = new AbortController();
    const leave = () => gone.abort(new Error('the client has left'));
    response.once('close', leave);
    const signal = AbortSignal.any([gone.signal, this.ending.signal]);
    const limitMs = Math.max(1, maxComputeMs - this.computedMs);
    clock.pause();
    const from = performance.now();
    try {
      return await runtime.complete(request, { progress, limitMs, signal });
    } catch (error) {
      const ms = this.computedMs + performance.now() - from;
      if (signal.aborted || ms < maxComputeMs) throw error;
      throw new Error(
        `the weights computed for ${formatDuration(maxComputeMs)}, the limit of the harness for one episode`,
      );
    } finally {
      this.computedMs += performance.now() - from;
      response.off('close', leave);
      clock.resume();
    }
  }
}

function send(response: ServerResponse, value: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** The answer to a lookup of models: the list, or the model that the path names. */
function modelList(model: string, path: string): object {
  const one = { id: model, object: 'model', created: 0, owned_by: 'local' };
  return path === '/models' ? { object: 'list', data: [one] } : one;
}
