import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Api, Json, RequestSummary } from '../apis/api.ts';
import { type Admitted, admit, isOurs, plainPath } from './admit.ts';
import { type Account, Budget, type Hold } from './budget.ts';
import { KeyFilter } from './key-filter.ts';
import { Forecast, Meter, nameOfModel } from './meter.ts';
import { Patience, type PatienceLimits } from './patience.ts';
import { addUsage, noUsage, type Price, toUsd } from './prices.ts';
import { type ProxyWord, proxyHeader } from './proxy-word.ts';
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

/** Waits until a request may be sent. Returns a function to call after any answer to it. */
export type Pace = (signal: AbortSignal | null) => Promise<() => Promise<void>>;

/** An API behind the proxy, with the key, which only the proxy has. */
type Upstream = { api: Api; baseUrl: string; key: string };

export type ModelProxyOptions = {
  upstreams: readonly Upstream[];
  /** Null for a model without a known price; its requests are refused. */
  priceOf(model: string): Price | null;
  /** The model of the run; refusals of other models do not end the run. Default: each model with a price. */
  model?: string | undefined;
  capUsd: number;
  /** The episode's clock, which stands while a paid request is open. */
  clock: { pause(): void; resume(): void };
  /** Called when the API rejects all requests. */
  ended(why: string): void;
  pace?: Pace | undefined;
  waitLimitMs?: number | undefined;
  /** The limits of silence and of computing time. */
  patience?: PatienceLimits | undefined;
  /** Allows tools that the vendor runs. They bypass the browser, so the default is to refuse them. */
  allowsServerTools?: boolean;
  /** Called with each refusal of a paid request, by the proxy or by the API. */
  refused?: ((word: ProxyWord, why: string) => void) | undefined;
  /** Receives each request with its answer, including the proxy's own refusals. */
  record?: ((exchange: Exchange) => void) | undefined;
};

export type Exchange = { path: string; request: unknown; status: number; answer: string };

export type ModelProxy = AsyncDisposable & {
  /** `http://127.0.0.1:<port>`, with the paths of all APIs. */
  url: string;
  /** The placeholder that a client sends in place of a key. */
  placeholder: string;
  account(): Account & {
    retries: number;
    serverTools: number;
    answered: string | null;
    /** Time in which the model computed. */
    computedMs: number;
  };
  /** Milliseconds since the last byte of any answer, without waits; null if no paid request is open. */
  unansweredMs(): number | null;
  /** Refuses all further requests in the vendor's own format, at no cost. */
  refuseAll(why: string): void;
  /** Tokens and cost of the last answered request. */
  last(): { tokens: Account['tokens']; usd: number | null } | null;
};

/**
 * A proxy between a client and the model APIs. It has the key and the budget, counts usage, and waits for busy APIs. It
 * forwards requests in a parsed and newly serialised form, and refuses unreadable ones. One proxy per episode.
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
    unansweredMs: () => carrier.patience.unansweredMs(),
    refuseAll: (why) => carrier.refuseAll(why),
    last: () => carrier.last,
    [Symbol.asyncDispose]: async () => {
      carrier.end();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The limit of consecutive tries without a connection: the address is wrong, or the network is down. */
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
  /** Whether the vendor may already process it and charge for it. */
  isSent: boolean;
};

/** Forwards requests to the APIs and their answers back, and charges their usage. */
class Carrier {
  last: ReturnType<ModelProxy['last']> = null;
  private readonly options: ModelProxyOptions;
  private readonly budget: Budget;
  private readonly waiting: Waiting;
  private readonly forecast = new Forecast();
  private readonly ending = new AbortController();
  readonly patience: Patience;
  private retries = 0;
  private serverTools = 0;
  /** The reason why all requests are refused; null while they are forwarded. */
  private over: string | null = null;
  /** All model names in answers, so that an unrequested model is noticed. */
  private readonly answered = new Set<string>();
  /** The requested model names with an answer. */
  private readonly served = new Set<string>();

  constructor(options: ModelProxyOptions, budget: Budget, waiting: Waiting) {
    this.options = options;
    this.budget = budget;
    this.waiting = waiting;
    this.patience = new Patience(options.patience);
  }

  counts() {
    return {
      retries: this.retries,
      serverTools: this.serverTools,
      answered: [...this.answered].sort().join(', ') || null,
      computedMs: Math.round(this.patience.computedMs()),
    };
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
    if (this.patience.gaveUp !== null) return this.refuse(carried, 'gave_up', this.patience.gaveUp);
    if ('rejected' in admitted) {
      const { word, why, status, serverTools } = admitted.rejected;
      this.serverTools += serverTools;
      return this.refuse(carried, word, why, status);
    }
    const sent = { ...client, admitted };
    const paid = api.isPaid(path) ? this.holdFor(sent) : null;
    if (paid !== null && 'refused' in paid) return this.refuse(carried, paid.word, paid.refused);
    try {
      // A free request does not pause the clock.
      await (paid ? this.waiting.around(() => this.exchange(sent, paid)) : this.exchange(sent, null));
    } catch (error) {
      if (paid?.isSent) this.budget.cut(paid.held, null, paid.price);
      else if (paid) this.budget.release(paid.held);
      if (response.headersSent || response.destroyed) response.destroy();
      else this.refuse(carried, 'gave_up', this.patience.gaveUp ?? wordsOf(error));
    }
  }

  /** Reserves the expected cost of a request, or returns the reason why it is not sent. */
  private holdFor({ upstream, path, admitted }: Sent): PaidRequest | { word: ProxyWord; refused: string } {
    const { body } = admitted;
    const asks = upstream.api.summary(body, path);
    const price = this.options.priceOf(asks.model);
    if (!price) return { word: 'refused', refused: `no known price for the model "${asks.model}"` };
    const { expected, promptTokens } = this.forecast.expect({
      ...asks,
      body,
      price,
      nowMs: performance.now(),
    });
    // Without its own limit an answer may use the rest of the budget; a stream is cut when that is spent.
    const held = this.budget.hold(expected);
    if ('refused' in held) return { word: 'budget', ...held };
    return { held, price, asks, promptTokens, isSent: false };
  }

  /** Sends a request until the answer is not "later", and forwards the answer. A free request is sent only once. */
  private async exchange(carried: Sent, paid: PaidRequest | null): Promise<void> {
    const { response } = carried;
    const same = new SameRefusal();
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, this.ending.signal, this.patience.signal]);
    for (let tries = 1, unreached = 0; ; tries++) {
      let why: string;
      let announced = 0;
      const answered = await this.turnOf(signal);
      if (paid) this.patience.sent(carried);
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
        this.patience.answered(carried);
      }
      if (paid) paid.isSent = false;
      this.retries += 1;
      await this.waiting.wait(why, { tries, announcedMs: announced }, signal);
    }
  }

  private async turnOf(signal: AbortSignal): Promise<() => Promise<void>> {
    const { pace } = this.options;
    return pace ? pace(signal) : async () => {};
  }

  private async reach({ upstream, request, admitted: { path, search, text } }: Sent, signal: AbortSignal) {
    const url = new URL(`${upstream.baseUrl.replace(/\/$/, '')}${path}${search}`);
    const headers = {
      ...passedOn(request.headers),
      // A server of the user may need no key.
      ...(upstream.key === '' ? {} : upstream.api.keyHeaders(upstream.key)),
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
          throw new Error('the budget for this answer is spent');
        if (lines.length > 0) response.write(lines);
      };
      for await (const chunk of answer) {
        this.patience.heard();
        if (isStream) pass(filter.lines(chunk));
        else chunks.push(chunk);
      }
      if (isStream) pass(filter.last());
      signal.throwIfAborted();
      const text = filter.text(Buffer.concat(chunks).toString('utf8'));
      const isWhole = isStream ? meter.hasHeard : meter.whole(text);
      // Charged before the client can read the answer, so that the account is up to date.
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
    if (meter.model !== null) this.answered.add(nameOfModel(meter.model));
    this.last = null;
    if (!isWhole) this.budget.cut(held, null, price, soFar);
    else if (!usage) this.budget.chargeUnknown(held, { soFar, price });
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
    // Refused lookups and refusals of other models never end the run.
    const isOfRun = paid !== null && paid.asks.model === model;
    // After an answer of the model, a 404 concerns something else in this one request.
    const isOfRequest = status === 404 && paid !== null && this.served.has(paid.asks.model);
    const kind = refused.kind === 'ends_run' && (!isOfRun || isOfRequest) ? 'refused' : refused.kind;
    if (paid) this.budget.release(paid.held);
    if (kind === 'ends_run') this.options.ended(`${status} ${text.slice(0, 1000)}`);
    this.record(carried, status, text);
    if (paid) this.options.refused?.(kind, text);
    carried.response.writeHead(status, { 'content-type': 'application/json', [proxyHeader]: kind });
    carried.response.end(text);
  }

  /** Refuses a request in the vendor's own format, of a kind that clients do not retry. */
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
