import { costOf, type Price, toPico, toUsd, worstCostOf } from './prices.ts';
import { addUsage, noUsage, type Usage } from './usage.ts';

/** The money of one episode. Reserved before a request is sent, so that the cap is never passed by one that is. */
export class Budget {
  private readonly price: Price;
  private readonly cap: number;
  private readonly outputTokens: number;
  private spent = 0;
  /** Reservations of requests whose answer was lost: what they cost is unknown. */
  private lost = 0;
  private reserved = 0;
  private used = noUsage;
  private known = true;

  constructor({ price, capUsd, outputTokens }: { price: Price; capUsd: number; outputTokens: number }) {
    this.price = price;
    this.cap = toPico(capUsd);
    this.outputTokens = outputTokens;
  }

  /** Reserves the worst case of a request with this many prompt tokens. Says why not, where it does not fit. */
  reserve(promptTokens: number): string | null {
    const worst = worstCostOf(promptTokens, this.outputTokens, this.price);
    if (this.spent + this.lost + worst > this.cap) {
      return `the next request could cost ${toUsd(worst)} USD; ${toUsd(this.spent)} of ${toUsd(this.cap)} are spent${this.lost > 0 ? `, ${toUsd(this.lost)} held for answers that were lost` : ''}`;
    }
    this.reserved = worst;
    return null;
  }

  /** Charges what the API reported, in full. Says so where that is more than was reserved. */
  charge(usage: Usage): string | null {
    const cost = costOf(usage, this.price);
    const { reserved } = this;
    this.spent += cost;
    this.used = addUsage(this.used, usage);
    this.reserved = 0;
    if (cost <= reserved) return null;
    return `a request cost ${toUsd(cost)} USD, more than the ${toUsd(reserved)} that were reserved for it`;
  }

  /** The answer never came whole: the reservation stays held against the cap. */
  lose(): void {
    this.lost += this.reserved;
    this.reserved = 0;
  }

  /** The API reported no usage: what was reserved counts as spent, and the account is no longer known. */
  chargeUnknown(): null {
    this.lose();
    this.known = false;
    return null;
  }

  /** Tokens and money by what the API reported; null once it reported nothing for an answer. */
  account(): { tokens: Usage; usd: number } | null {
    return this.known ? { tokens: this.used, usd: toUsd(this.spent) } : null;
  }
}
