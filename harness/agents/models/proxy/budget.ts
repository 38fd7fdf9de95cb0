import { addUsage, costOf, noUsage, type Price, toPico, toUsd, type Usage } from './prices.ts';

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
  private isUnknown = false;
  private isCut = false;

  constructor(capUsd: number) {
    this.cap = toPico(capUsd);
  }

  /** Says why not where a request of this expected cost does not fit; else holds it. */
  hold(expected: number): Hold | { refused: string } {
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

  /** Charges what the answer said, in full, whatever was expected. Returns the cost in picodollars. */
  charge(held: Hold, usage: Usage, price: Price): number {
    this.open.delete(held);
    const cost = costOf(usage, price);
    this.spent += cost;
    this.requests += 1;
    this.used = addUsage(this.used, usage);
    return cost;
  }

  /** The whole answer came and did not say what it used: the account is unknown from now on. */
  chargeUnknown(held: Hold): void {
    this.open.delete(held);
    this.unsaid += held.expected;
    this.isUnknown = true;
  }

  /** The answer never came whole. `seen`: what of its usage was told before that; `soFar`: what came of it cost. */
  cut(held: Hold, seen: Usage | null, price: Price, soFar = 0): void {
    if (!this.open.delete(held)) return;
    this.isCut = true;
    if (seen === null) {
      this.unsaid += Math.max(held.expected, soFar);
      return;
    }
    const cost = costOf(seen, price);
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
    const isKnown = !this.isUnknown && !(isLowerBound && this.spent === 0 && this.requests === 0);
    return {
      tokens: isKnown ? this.used : null,
      usd: isKnown ? toUsd(this.spent) : null,
      requests: this.requests,
      isLowerBound,
      overshootUsd: Math.max(0, toUsd(this.spent - this.cap)),
    };
  }
}
