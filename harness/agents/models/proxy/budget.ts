import { addUsage, costOf, noUsage, type Price, type Reported, toPico, toUsd, type Usage } from './prices.ts';

/** What was used so far. Null is unknown, never 0. */
export type Account = {
  tokens: Usage | null;
  usd: number | null;
  /** Requests whose answer said what they used. */
  requests: number;
  /** Requests were cut off before their answer said what they cost: the vendor may charge more than is known. */
  isLowerBound: boolean;
  /** By how much the cap was passed, which an answer that is longer than expected can do; 0 where it was not. */
  overshootUsd: number;
  /** Why `usd` is null though requests were answered. */
  unpriced?: string;
};

/** What one request is expected to cost, held against the cap while it is open. In picodollars. */
export type Hold = { expected: number };

/** The money of one episode. A request is let through while what is spent and what it is expected to cost fit the cap. */
export class Budget {
  private readonly cap: number;
  private spent = 0;
  /** What requests were expected to cost whose answer did not say it. */
  private unsaid = 0;
  private readonly open = new Set<Hold>();
  private used = noUsage;
  private requests = 0;
  private unpriced: string | null = null;
  private isCut = false;

  /** Throws where the cap is no amount. */
  constructor(capUsd: number) {
    if (!isAmount(capUsd)) throw new Error(`the cap on money: got ${capUsd}; expected an amount in USD`);
    this.cap = toPico(capUsd);
  }

  /** Says why not where a request of this expected cost does not fit; else holds it. */
  hold(expected: number): Hold | { refused: string } {
    // Compared with a cap, NaN is never above it.
    if (!isAmount(expected))
      return { refused: `the cost of the next request: got ${expected}; expected an amount` };
    const held = [...this.open].reduce((sum, each) => sum + each.expected, 0);
    const before = this.spent + this.unsaid + held;
    if (before + expected > this.cap) {
      const unsaid =
        this.unsaid > 0 ? `, ${toUsd(this.unsaid)} held for answers that did not say theirs` : '';
      return {
        refused: `the next request would cost about ${toUsd(expected)} USD; ${toUsd(this.spent)} of ${toUsd(this.cap)} are spent${unsaid}`,
      };
    }
    const request = { expected };
    this.open.add(request);
    return request;
  }

  /**
   * Charges what the answer said, in full, whatever was expected. Returns the cost in picodollars; null where that is
   * not the whole of it: the rest of what was expected stays held, or of `soFar`, what came of the answer cost.
   */
  charge(held: Hold, usage: Reported, price: Price, soFar = 0): number | null {
    const cost = costOf(usage, price);
    if (!isAmount(cost)) {
      this.chargeUnknown(held, `the cost of an answer: got ${cost}; expected an amount`, soFar);
      return null;
    }
    const unsaid = usage.unsaid?.length ? `an answer says no count of ${usage.unsaid.join(', ')}` : null;
    const unpriced = usage.unpriced ?? unsaid;
    this.open.delete(held);
    this.spent += cost;
    this.requests += 1;
    this.used = addUsage(this.used, usage);
    if (unpriced === null) return cost;
    this.unsaid += Math.max(0, Math.max(held.expected, soFar) - cost);
    this.unpriced ??= unpriced;
    return null;
  }

  /** The whole answer came and did not say what it used: the account is unknown from now on. */
  chargeUnknown(held: Hold, why = 'an answer did not say what it used', soFar = 0): void {
    this.open.delete(held);
    this.unsaid += Math.max(held.expected, isAmount(soFar) ? soFar : 0);
    this.unpriced ??= why;
  }

  /** The answer never came whole. `seen`: what of its usage was told before that; `soFar`: what came of it cost. */
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

  /** A gateway gave up on a request that the vendor may have answered, and charges for. */
  mayHaveCost(): void {
    this.isCut = true;
  }

  /** The vendor refused it: nothing is charged. */
  release(held: Hold): void {
    this.open.delete(held);
  }

  /** What is left of the cap for one of the open requests, in picodollars. */
  leftFor(held: Hold): number {
    const others = [...this.open].reduce((sum, each) => (each === held ? sum : sum + each.expected), 0);
    return this.cap - this.spent - this.unsaid - others;
  }

  account(): Account {
    const isLowerBound = this.isCut || this.open.size > 0;
    // With nothing known but that something was cut off, even a lower bound would be an invention.
    const isKnown = this.unpriced === null && !(isLowerBound && this.spent === 0 && this.requests === 0);
    return {
      tokens: isKnown ? this.used : null,
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
