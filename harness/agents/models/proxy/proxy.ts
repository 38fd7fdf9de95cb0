import type { Account } from './budget.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { Price } from './prices.ts';

/** Waits until a request may be sent, and gives what is to be called when it has been answered, however it was. */
export type Pace = (signal: AbortSignal | null) => Promise<() => Promise<void>>;

/** An API behind the proxy, with the key that the proxy alone holds. */
export type Upstream = { dialect: Dialect; baseUrl: string; key: string };

export type ModelProxyOptions = {
  upstreams: readonly Upstream[];
  /** Null for a model without a known price, whose requests are refused. */
  priceOf(model: string): Price | null;
  capUsd: number;
  /** Of the episode: stands still while all its open requests wait. */
  clock: { pause(): void; resume(): void };
  /** Called once the API takes no request of ours at all. */
  ended(why: string): void;
  pace?: Pace | undefined;
  waitLimitMs?: number | undefined;
  /** Tools that a vendor runs by itself are a way past the browser: refused unless this is set. */
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
  /** `http://127.0.0.1:<port>`; it has the paths of each dialect. */
  url: string;
  /** What a client sends in place of a key. */
  placeholder: string;
  account(): Account & { retries: number; serverTools: number; answered: string | null };
  /** How long the request that has been open longest has had no whole answer, waits left out; null where none is open. */
  unansweredMs(): number | null;
  /** From now on each request is refused, in the vendor's own shape, and costs nothing. */
  refuseAll(why: string): void;
  /** Tokens and cost of the last request that was answered. */
  last(): { tokens: Account['tokens']; usd: number | null } | null;
};
