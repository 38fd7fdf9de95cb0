import {
  addUsage,
  costOf,
  isFree,
  noUsage,
  type Price,
  type Reported,
  toPico,
  toUsd,
  type Usage,
} from './prices.ts';

/** The usage so far. Null is unknown, never 0. */
export type Account = {
  tokens: Usage | null;
  usd: number | null;
  /** The number of requests whose answer reported usage. */
  requests: number;
  /** Some requests were cut off before they reported usage, so the vendor may charge more. */
  isLowerBound: boolean;
  /** The amount over the cap, possible if an answer is longer than expected; otherwise 0. */
  overshootUsd: number;
  /** The reason why `usd` is null although requests were answered. */
  unpriced?: string;
};

/** The expected cost of one open request, reserved from the cap. In picodollars. */
export type Hold = { expected: number };

/** The budget of one episode. A request is sent only if the spent and the expected cost fit the cap. */
export class Budget {
  private readonly cap: number;
  private spent = 0;
  /** The expected cost of requests whose answer did not report usage. */
  private unsaid = 0;
  private readonly open = new Set<Hold>();
  private used = noUsage;
  private requests = 0;
  private unpriced: string | null = null;
  /** An answer without usage, whose price is 0. */
  private isUncounted = false;
  private isCut = false;

  /** Throws if the cap is not an amount. */
  constructor(capUsd: number) {
    if (!isAmount(capUsd)) throw new Error(`the cap on money: got ${capUsd}; expected an amount in USD`);
    this.cap = toPico(capUsd);
  }

  /** Reserves the expected cost of a request, or returns the reason why it does not fit. */
  hold(expected: number): Hold | { refused: string } {
    // NaN would pass the comparison with the cap.
    if (!isAmount(expected))
      return { refused: `the cost of the next request: got ${expected}; expected an amount` };
    const held = [...this.open].reduce((sum, each) => sum + each.expected, 0);
    const before = this.spent + this.unsaid + held;
    if (before + expected > this.cap) {
      const unsaid = this.unsaid > 0 ? `, ${toUsd(this.unsaid)} reserved for answers without usage` : '';
      return {
        refused: `the next request would cost about ${toUsd(expected)} USD; ${toUsd(this.spent)} of ${toUsd(this.cap)} are spent${unsaid}`,
      };
    }
    const request = { expected };
    this.open.add(request);
    return request;
  }

  /**
   * Charges the reported usage in full, also above the expected cost. Returns the cost in picodollars, or null if the
   * report is incomplete. Then the larger of the expected cost and `soFar`, without the charged cost, stays reserved.
   * `soFar`: the cost of the received part of the answer.
   */
  charge(held: Hold, usage: Reported, price: Price, soFar = 0): number | null {
    const cost = costOf(usage, price);
    if (!isAmount(cost)) {
      this.chargeUnknown(held, { why: `the cost of an answer: got ${cost}; expected an amount`, soFar });
      return null;
    }
    const unsaid = usage.unsaid?.length ? `an answer has no count of ${usage.unsaid.join(', ')}` : null;
    const unpriced = usage.unpriced ?? unsaid;
    this.open.delete(held);
    this.spent += cost;
    this.requests += 1;
    this.used = addUsage(this.used, usage);
    if (unpriced === null) return cost;
    if (isFree(price)) {
      this.isUncounted = true;
      return cost;
    }
    this.unsaid += Math.max(0, Math.max(held.expected, soFar) - cost);
    this.unpriced ??= unpriced;
    return null;
  }

  /** The whole answer came without usage, so the account is unknown from now on; without a price, only its tokens. */
  chargeUnknown(
    held: Hold,
    {
      why = 'an answer without usage',
      soFar = 0,
      price,
    }: { why?: string; soFar?: number; price?: Price } = {},
  ): void {
    this.open.delete(held);
    if (price && isFree(price)) {
      this.requests += 1;
      this.isUncounted = true;
      return;
    }
    this.unsaid += Math.max(held.expected, isAmount(soFar) ? soFar : 0);
    this.unpriced ??= why;
  }

  /** The answer was cut off. `seen`: the usage reported before; `soFar`: the cost of the received part. */
  cut(held: Hold, seen: Reported | null, price: Price, soFar = 0): void {
    if (!this.open.delete(held)) return;
    this.isCut = true;
    const cost = seen === null ? Number.NaN : costOf(seen, price);
    if (seen === null || !isAmount(cost)) {
      this.unsaid += Math.max(held.expected, isAmount(soFar) ? soFar : 0);
      return;
    }
    this.spent += cost;
    this.unsaid += Math.max(0, Math.max(held.expected, soFar) - cost);
    this.used = addUsage(this.used, seen);
  }

  /** A gateway gave up on a request that the vendor may still charge for. */
  mayHaveCost(): void {
    this.isCut = true;
  }

  /** The vendor refused the request, so it costs nothing. */
  release(held: Hold): void {
    this.open.delete(held);
  }

  /** The rest of the cap for one of the open requests, in picodollars. */
  leftFor(held: Hold): number {
    const others = [...this.open].reduce((sum, each) => (each === held ? sum : sum + each.expected), 0);
    return this.cap - this.spent - this.unsaid - others;
  }

  account(): Account {
    const isLowerBound = this.isCut || this.open.size > 0;
    // If the only fact is a cut-off request, even a lower bound is unknown.
    const isKnown = this.unpriced === null && !(isLowerBound && this.spent === 0 && this.requests === 0);
    return {
      tokens: isKnown && !this.isUncounted ? this.used : null,
      usd: isKnown ? toUsd(this.spent) : null,
      requests: this.requests,
      isLowerBound,
      overshootUsd: Math.max(0, toUsd(this.spent - this.cap)),
      ...(this.unpriced !== null && { unpriced: this.unpriced }),
    };
  }
}

function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}
