import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Budget, Held } from './budget.ts';
import { type Asks, jsonIn, objectOf } from './dialects/dialect.ts';
import { Forecast } from './forecast.ts';
import { isSpent, Meter } from './meter.ts';
import { answerHeaders, passedOn } from './passed-headers.ts';
import { type Price, toUsd } from './prices.ts';
import {
  type ModelProxy,
  type ModelProxyOptions,
  type ProxyWord,
  proxyHeader,
  type Upstream,
} from './proxy.ts';
import { refusalKind } from './refusal-kind.ts';
import { readAll, send } from './send.ts';
import { Unreached, wordsOf } from './unreached.ts';
import { announcedMs, type Waiting } from './waiting.ts';

/** Tries in a row that reach nobody: an address is wrong, or the network is gone. */
const maxUnreached = 5;

type Carried = {
  upstream: Upstream;
  path: string;
  search: string;
  request: IncomingMessage;
  body: Buffer;
  response: ServerResponse;
};

type Paid = {
  held: Held;
  price: Price;
  asks: Asks;
  promptTokens: number;
  sentBody: unknown;
  /** The vendor may be at work on it, and charge for it. */
  isSent: boolean;
};

/** Carries requests to the APIs and their answers back, and charges what they used. */
export class Carrier {
  last: ReturnType<ModelProxy['last']> = null;
  private readonly options: ModelProxyOptions;
  private readonly budget: Budget;
  private readonly waiting: Waiting;
  private readonly forecast = new Forecast();
  private readonly ending = new AbortController();
  /** When each open request was sent last. */
  private readonly unanswered = new Map<Carried, number>();
  private retries = 0;
  private serverTools = 0;
  /** Why nothing is carried any more; null while it is. */
  private over: string | null = null;
  /** Every name that an answer had: one that is not what was asked for must not hide among the others. */
  private readonly answered = new Set<string>();

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
    return performance.now() - Math.min(...this.unanswered.values());
  }

  refuseAll(why: string): void {
    this.over = why;
  }

  end(): void {
    this.ending.abort();
  }

  async carry(carried: Carried): Promise<void> {
    const { upstream, path, body, response } = carried;
    const { dialect } = upstream;
    if (this.over !== null) return this.refuse(carried, 'ended', this.over);
    if (!dialect.isPaid(path)) return this.waiting.around(() => this.exchange(carried, null));
    const sentBody = jsonIn(body);
    const asks = dialect.asks(objectOf(sentBody), path);
    if (asks.serverTools.length > 0 && !this.options.allowsServerTools) {
      this.serverTools += asks.serverTools.length;
      return this.refuse(
        carried,
        'server_tool',
        `tools that run outside the browser are not allowed here: ${asks.serverTools.join(', ')}`,
      );
    }
    const price = this.options.priceOf(asks.model);
    if (!price) return this.refuse(carried, 'refused', `no price is known for the model "${asks.model}"`);
    const { expected, promptTokens } = this.forecast.expect({
      ...asks,
      body: sentBody,
      price,
      nowMs: performance.now(),
    });
    // Without a limit of its own an answer may use all that is left; a stream is cut when that is spent.
    const held = this.budget.hold(expected);
    if ('refused' in held) return this.refuse(carried, 'budget', held.refused);
    const paid = { held, price, asks, promptTokens, sentBody, isSent: false };
    try {
      await this.waiting.around(() => this.exchange(carried, paid));
    } catch (error) {
      if (paid.isSent) this.budget.cut(held, null, price);
      else this.budget.release(held);
      if (response.headersSent || response.destroyed) response.destroy();
      else this.refuse(carried, 'gave_up', wordsOf(error));
    }
  }

  /** Sends until there is an answer that is no "later", and hands it on. */
  private async exchange(carried: Carried, paid: Paid | null): Promise<void> {
    const { response } = carried;
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
        if (status >= 200 && status < 300) return await this.handOn(answer, carried, paid, signal);
        const text = (await readAll(answer)).toString('utf8');
        const kind = refusalKind(status, text);
        if (kind !== 'wait') return this.handRefusal(carried, paid, { status, text, kind });
        if (paid && (status === 502 || status === 504)) this.budget.mayHaveCost();
        announced = announcedMs(answer.headers, text);
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

  private async reach({ upstream, path, search, request, body }: Carried, signal: AbortSignal) {
    const url = new URL(`${upstream.baseUrl.replace(/\/$/, '')}${path}${search}`);
    const headers = { ...passedOn(request.headers), ...upstream.dialect.keyHeaders(upstream.key) };
    try {
      const method = request.method ?? 'POST';
      return await send(url, { method, headers, body: body.length > 0 ? body : null, signal });
    } catch (error) {
      if (signal.aborted) throw error;
      throw new Unreached(error);
    }
  }

  private async handOn(answer: IncomingMessage, carried: Carried, paid: Paid | null, signal: AbortSignal) {
    const { response, upstream } = carried;
    const meter = new Meter(upstream.dialect);
    const isStream = String(answer.headers['content-type']).includes('text/event-stream');
    try {
      response.writeHead(answer.statusCode ?? 200, answerHeaders(answer.headers));
      const chunks: Buffer[] = [];
      for await (const chunk of answer) {
        if (isStream) meter.piece(chunk);
        if (!isStream || this.options.record) chunks.push(chunk);
        if (isStream && paid && isSpent(this.budget, paid.held, meter, paid.promptTokens, paid.price)) {
          throw new Error('the money for this answer is spent');
        }
        if (isStream) response.write(chunk);
      }
      signal.throwIfAborted();
      const text = Buffer.concat(chunks).toString('utf8');
      const isWhole = isStream || meter.whole(text);
      // Charged before the client can read it and ask for the account.
      if (paid) this.settle(paid, meter, isWhole);
      this.record(carried, answer.statusCode ?? 200, text);
      response.end(isStream ? undefined : text);
    } catch (error) {
      const soFar = paid && meter.costSoFar(paid.promptTokens, paid.price);
      if (paid) this.budget.cut(paid.held, meter.usage, paid.price, soFar ?? 0);
      response.destroy();
      if (!signal.aborted) throw error;
    }
  }

  private settle({ held, price, asks, sentBody }: Paid, meter: Meter, isWhole: boolean): void {
    const { usage } = meter;
    if (meter.model !== null) this.answered.add(meter.model);
    this.last = null;
    if (!isWhole) this.budget.cut(held, null, price);
    else if (!usage) this.budget.chargeUnknown(held);
    else {
      const cost = this.budget.charge(held, usage, price);
      this.forecast.learn({ model: asks.model, body: sentBody, usage, nowMs: performance.now() });
      this.last = { tokens: usage, usd: toUsd(cost) };
    }
  }

  private handRefusal(
    carried: Carried,
    paid: Paid | null,
    refused: { status: number; text: string; kind: ProxyWord },
  ) {
    const { status, text, kind } = refused;
    if (paid) this.budget.release(paid.held);
    if (kind === 'ends_run') this.options.ended(`${status} ${text.slice(0, 1000)}`);
    this.record(carried, status, text);
    if (paid) this.options.refused?.(kind, text);
    carried.response.writeHead(status, { 'content-type': 'application/json', [proxyHeader]: kind });
    carried.response.end(text);
  }

  /** In the vendor's own shape, and of a kind that is not sent again. */
  private refuse(carried: Carried, word: ProxyWord, why: string): void {
    const { upstream, response } = carried;
    const text = JSON.stringify(upstream.dialect.refusal(why));
    this.options.refused?.(word, why);
    this.record(carried, 400, text);
    response.writeHead(400, { 'content-type': 'application/json', [proxyHeader]: word });
    response.end(text);
  }

  private record({ path, body }: Carried, status: number, answer: string): void {
    this.options.record?.({ path, request: jsonIn(body), status, answer });
  }
}
