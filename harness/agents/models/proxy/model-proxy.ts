import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Api, Json, RequestSummary } from '../apis/api.ts';
import { type Admitted, admit, isOurs, plainPath } from './admit.ts';
import { type Account, Budget, type Hold } from './budget.ts';
import { KeyFilter } from './key-filter.ts';
import { Forecast, Meter } from './meter.ts';
import { addUsage, noUsage, type Price, toUsd } from './prices.ts';
import {
  announcedMs,
  answerHeaders,
  isEncoded,
  passedOn,
  readAll,
  refusalKind,
  SameRefusal,
  send,
  Unreached,
  wordsOf,
} from './upstream.ts';
import { Waiting } from './waiting.ts';

/** Waits until a request may be sent, and gives what is to be called when it has been answered, however it was. */
export type Pace = (signal: AbortSignal | null) => Promise<() => Promise<void>>;

/** An API behind the proxy, with the key that the proxy alone holds. */
type Upstream = { api: Api; baseUrl: string; key: string };

export type ModelProxyOptions = {
  upstreams: readonly Upstream[];
  /** Null for a model without a known price, whose requests are refused. */
  priceOf(model: string): Price | null;
  /** The model of the run: a refusal of another one ends nothing. Left out: each that has a price. */
  model?: string | undefined;
  capUsd: number;
  /** Of the episode: stands still while all its open requests wait. */
  clock: { pause(): void; resume(): void };
  /** Called once the API takes no request of ours at all. */
  ended(why: string): void;
  pace?: Pace | undefined;
  waitLimitMs?: number | undefined;
  /** Tools that a vendor runs by itself are a way past the browser: refused unless set. */
  allowsServerTools?: boolean;
  /** Called with each refusal of a request that would be paid for, ours and the API's. */
  refused?: ((word: ProxyWord, why: string) => void) | undefined;
  /** Is handed each request and what was answered, refusals of ours too. */
  record?: ((exchange: Exchange) => void) | undefined;
};

export type Exchange = { path: string; request: unknown; status: number; answer: string };

/** What an answer of the proxy is, said in its header `x-contract-bench` where it is no success. */
export type ProxyWord =
  | 'budget'
  | 'server_tool'
  | 'gave_up'
  | 'ends_run'
  | 'moderated'
  | 'context'
  | 'ended'
  | 'refused';

export const proxyHeader = 'x-contract-bench';

export type ModelProxy = AsyncDisposable & {
  /** `http://127.0.0.1:<port>`; it has the paths of each API. */
  url: string;
  /** What a client sends in place of a key. */
  placeholder: string;
  account(): Account & { retries: number; serverTools: number; answered: string | null };
  /** Milliseconds since the last byte of any answer while a request is open, waits left out; null where none is open. */
  unansweredMs(): number | null;
  /** From now on each request is refused, in the vendor's own shape, and costs nothing. */
  refuseAll(why: string): void;
  /** Tokens and cost of the last request that was answered. */
  last(): { tokens: Account['tokens']; usd: number | null } | null;
};

/**
 * Stands between a client and the APIs of models: holds key and money, counts, waits. It passes on what it has read, in
 * words of its own, and refuses what it cannot read. One episode, one proxy.
 */
export async function openModelProxy(options: ModelProxyOptions): Promise<ModelProxy> {
  const placeholder = `cb-${randomBytes(16).toString('hex')}`;
  const budget = new Budget(options.capUsd);
  const carrier = new Carrier(options, budget, new Waiting(options.clock, options.waitLimitMs));
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(String(error));
    });
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://proxy');
    if (!isOurs(request, url, placeholder)) return void response.writeHead(401).end('unknown placeholder');
    const asked = plainPath(request.url ?? '/');
    for (const upstream of options.upstreams) {
      const path = asked === null ? null : upstream.api.upstreamPath(asked);
      if (path === null) continue;
      const admitted = await admit(
        request,
        url.searchParams,
        path,
        upstream.api,
        options.allowsServerTools ?? false,
      );
      return carrier.carry(
        { upstream, path, request, response, filter: new KeyFilter(upstream.key, upstream.baseUrl) },
        admitted,
      );
    }
    response.writeHead(404).end(`${url.pathname}: no such path`);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    placeholder,
    account: () => ({ ...budget.account(), ...carrier.counts() }),
    unansweredMs: () => carrier.unansweredMs(),
    refuseAll: (why) => carrier.refuseAll(why),
    last: () => carrier.last,
    [Symbol.asyncDispose]: async () => {
      carrier.end();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Tries in a row that reach nobody: an address is wrong, or the network is gone. */
const maxUnreached = 5;

type ClientRequest = {
  upstream: Upstream;
  path: string;
  request: IncomingMessage;
  response: ServerResponse;
  filter: KeyFilter;
};

type Carried = ClientRequest & { admitted: Awaited<ReturnType<typeof admit>> };
type Sent = ClientRequest & { admitted: Admitted };

type PaidRequest = {
  held: Hold;
  price: Price;
  asks: RequestSummary;
  promptTokens: number;
  /** The vendor may be at work on it, and charge for it. */
  isSent: boolean;
};

/** Carries requests to the APIs and their answers back, and charges what they used. */
class Carrier {
  last: ReturnType<ModelProxy['last']> = null;
  private readonly options: ModelProxyOptions;
  private readonly budget: Budget;
  private readonly waiting: Waiting;
  private readonly forecast = new Forecast();
  private readonly ending = new AbortController();
  /** When each open request was sent last. */
  private readonly unanswered = new Map<ClientRequest, number>();
  private lastByteAt = Number.NEGATIVE_INFINITY;
  private retries = 0;
  private serverTools = 0;
  /** Why nothing is carried any more; null while it is. */
  private over: string | null = null;
  /** Every name that an answer had: one that is not what was asked for must not hide among the others. */
  private readonly answered = new Set<string>();
  /** The names that were asked for and answered. */
  private readonly served = new Set<string>();

  constructor(options: ModelProxyOptions, budget: Budget, waiting: Waiting) {
    this.options = options;
    this.budget = budget;
    this.waiting = waiting;
  }

  counts() {
    return {
      retries: this.retries,
      serverTools: this.serverTools,
      answered: [...this.answered].sort().join(', ') || null,
    };
  }

  unansweredMs(): number | null {
    if (this.unanswered.size === 0) return null;
    return performance.now() - Math.max(this.lastByteAt, Math.min(...this.unanswered.values()));
  }

  refuseAll(why: string): void {
    this.over = why;
  }

  end(): void {
    this.ending.abort();
  }

  async carry(client: ClientRequest, admitted: Carried['admitted']): Promise<void> {
    const { upstream, path, response } = client;
    const { api } = upstream;
    const carried = { ...client, admitted };
    if (this.over !== null) return this.refuse(carried, 'ended', this.over);
    if ('rejected' in admitted) {
      const { word, why, status, serverTools } = admitted.rejected;
      this.serverTools += serverTools;
      return this.refuse(carried, word, why, status);
    }
    const sent = { ...client, admitted };
    const paid = api.isPaid(path) ? this.holdFor(sent) : null;
    if (paid !== null && 'refused' in paid) return this.refuse(carried, paid.word, paid.refused);
    try {
      // One that costs nothing is no reason for the clock to stand still.
      await (paid ? this.waiting.around(() => this.exchange(sent, paid)) : this.exchange(sent, null));
    } catch (error) {
      if (paid?.isSent) this.budget.cut(paid.held, null, paid.price);
      else if (paid) this.budget.release(paid.held);
      if (response.headersSent || response.destroyed) response.destroy();
      else this.refuse(carried, 'gave_up', wordsOf(error));
    }
  }

  /** Holds what a request is expected to cost, or says why it is not sent. */
  private holdFor({ upstream, path, admitted }: Sent): PaidRequest | { word: ProxyWord; refused: string } {
    const { body } = admitted;
    const asks = upstream.api.summary(body, path);
    const price = this.options.priceOf(asks.model);
    if (!price) return { word: 'refused', refused: `no price is known for the model "${asks.model}"` };
    const { expected, promptTokens } = this.forecast.expect({
      ...asks,
      body,
      price,
      nowMs: performance.now(),
    });
    // Without a limit of its own an answer may use all that is left; a stream is cut when that is spent.
    const held = this.budget.hold(expected);
    if ('refused' in held) return { word: 'budget', ...held };
    return { held, price, asks, promptTokens, isSent: false };
  }

  /** Sends until there is an answer that is no "later", and hands it on; what costs nothing is sent once. */
  private async exchange(carried: Sent, paid: PaidRequest | null): Promise<void> {
    const { response } = carried;
    const same = new SameRefusal();
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, this.ending.signal]);
    for (let tries = 1, unreached = 0; ; tries++) {
      let why: string;
      let announced = 0;
      const answered = await this.turnOf(signal);
      this.unanswered.set(carried, performance.now());
      if (paid) paid.isSent = true;
      try {
        const answer = await this.reach(carried, signal).finally(answered);
        unreached = 0;
        const status = answer.statusCode ?? 502;
        if (isEncoded(answer)) throw new Error(`the API answers in ${answer.headers['content-encoding']}`);
        if (status >= 200 && status < 300) return await this.handOn(answer, carried, paid, signal);
        const text = carried.filter.text((await readAll(answer)).toString('utf8'));
        announced = announcedMs(answer.headers, text);
        const kind = refusalKind(status, text);
        if (paid && (status === 502 || status === 504)) this.budget.mayHaveCost();
        if (kind !== 'wait') return this.handRefusal(carried, paid, { status, text, kind });
        if (!paid || same.isForGood(status, text, announced))
          return this.handRefusal(carried, paid, { status, text, kind: 'refused' });
        why = `the API answers ${status}`;
      } catch (error) {
        if (!(error instanceof Unreached)) throw error;
        if (paid && error.wasConnected) this.budget.mayHaveCost();
        if (paid) paid.isSent = false;
        unreached += 1;
        if (unreached >= maxUnreached) throw error;
        why = error.message;
      } finally {
        this.unanswered.delete(carried);
      }
      if (paid) paid.isSent = false;
      this.retries += 1;
      await this.waiting.wait(why, { tries, announcedMs: announced }, signal);
    }
  }

  private async turnOf(signal: AbortSignal): Promise<() => Promise<void>> {
    const { pace } = this.options;
    return pace ? this.waiting.standing(() => pace(signal)) : async () => {};
  }

  private async reach({ upstream, request, admitted: { path, search, text } }: Sent, signal: AbortSignal) {
    const url = new URL(`${upstream.baseUrl.replace(/\/$/, '')}${path}${search}`);
    const headers = {
      ...passedOn(request.headers),
      ...upstream.api.keyHeaders(upstream.key),
      ...(text !== null && { 'content-type': 'application/json' }),
    };
    try {
      return await send(url, { method: text === null ? 'GET' : 'POST', headers, body: text, signal });
    } catch (error) {
      if (signal.aborted) throw error;
      throw new Unreached(error);
    }
  }

  private async handOn(
    answer: IncomingMessage,
    carried: Sent,
    paid: PaidRequest | null,
    signal: AbortSignal,
  ) {
    const { response, upstream, filter } = carried;
    const meter = new Meter(upstream.api);
    const isStream = String(answer.headers['content-type']).includes('text/event-stream');
    try {
      response.writeHead(
        answer.statusCode ?? 200,
        answerHeaders(answer.headers, (text) => filter.text(text)),
      );
      const chunks: Buffer[] = [];
      const pass = (lines: Buffer) => {
        meter.piece(lines);
        if (this.options.record) chunks.push(lines);
        if (paid && meter.costSoFar(paid.promptTokens, paid.price) > this.budget.leftFor(paid.held))
          throw new Error('the money for this answer is spent');
        if (lines.length > 0) response.write(lines);
      };
      for await (const chunk of answer) {
        this.lastByteAt = performance.now();
        if (isStream) pass(filter.lines(chunk));
        else chunks.push(chunk);
      }
      if (isStream) pass(filter.last());
      signal.throwIfAborted();
      const text = filter.text(Buffer.concat(chunks).toString('utf8'));
      const isWhole = isStream || meter.whole(text);
      // Charged before the client can read it and ask for the account.
      if (paid) this.settle(paid, carried.admitted.body, meter, isWhole);
      this.record(carried, answer.statusCode ?? 200, text);
      response.end(isStream ? undefined : text);
    } catch (error) {
      const soFar = paid && meter.costSoFar(paid.promptTokens, paid.price);
      if (paid) this.budget.cut(paid.held, meter.usage, paid.price, soFar ?? 0);
      response.destroy();
      if (!signal.aborted) throw error;
    }
  }

  private settle(paid: PaidRequest, body: Json, meter: Meter, isWhole: boolean): void {
    const { held, price, asks, promptTokens } = paid;
    const { usage } = meter;
    const soFar = meter.costSoFar(promptTokens, price);
    this.served.add(asks.model);
    if (meter.model !== null) this.answered.add(meter.model);
    this.last = null;
    if (!isWhole) this.budget.cut(held, null, price, soFar);
    else if (!usage) this.budget.chargeUnknown(held, undefined, soFar);
    else {
      const cost = this.budget.charge(held, usage, price, soFar);
      this.forecast.learn({ model: asks.model, body, usage, nowMs: performance.now() });
      this.last = { tokens: addUsage(noUsage, usage), usd: cost === null ? null : toUsd(cost) };
    }
  }

  private handRefusal(
    carried: Sent,
    paid: PaidRequest | null,
    refused: { status: number; text: string; kind: ProxyWord },
  ) {
    const { status, text } = refused;
    const { model = paid?.asks.model } = this.options;
    // Models are looked up, and others than the run's are asked, without an end to it.
    const isOfRun = paid !== null && paid.asks.model === model;
    // What is not found of a model that has answered is something that this one request named.
    const isOfRequest = status === 404 && paid !== null && this.served.has(paid.asks.model);
    const kind = refused.kind === 'ends_run' && (!isOfRun || isOfRequest) ? 'refused' : refused.kind;
    if (paid) this.budget.release(paid.held);
    if (kind === 'ends_run') this.options.ended(`${status} ${text.slice(0, 1000)}`);
    this.record(carried, status, text);
    if (paid) this.options.refused?.(kind, text);
    carried.response.writeHead(status, { 'content-type': 'application/json', [proxyHeader]: kind });
    carried.response.end(text);
  }

  /** In the vendor's own shape, and of a kind that is not sent again. */
  private refuse(carried: Carried, word: ProxyWord, why: string, status = 400): void {
    const { upstream, path, response } = carried;
    const text = JSON.stringify(upstream.api.refusal(why));
    if (upstream.api.isPaid(path)) this.options.refused?.(word, why);
    this.record(carried, status, text);
    response.writeHead(status, { 'content-type': 'application/json', [proxyHeader]: word });
    response.end(text);
  }

  private record({ path, admitted: { body } }: Carried, status: number, answer: string): void {
    this.options.record?.({ path, request: body, status, answer });
  }
}
