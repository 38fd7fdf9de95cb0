/** The limit without a byte of an answer. A slow machine reads a long prompt for minutes before the first byte. */
const defaultSilentMs = 10 * 60_000;
/** The limit of all answers of an episode together, which also ends an answer that never ends. */
const defaultComputeMs = 60 * 60_000;
const longestCheckMs = 1000;

export type PatienceLimits = { silentMs?: number | undefined; computeMs?: number | undefined };

/**
 * The time in which an API computes the answers of an episode. The agent's clock stands meanwhile, so these limits end
 * an episode whose API stays silent or never finishes.
 */
export class Patience {
  /** The reason why no further answer is waited for; null while there is none. */
  gaveUp: string | null = null;
  private readonly silentMs: number;
  private readonly computeMs: number;
  private readonly giving = new AbortController();
  /** The last time that each open request was sent. */
  private readonly open = new Map<object, number>();
  private lastByteAt = Number.NEGATIVE_INFINITY;
  private computed = 0;
  private computesSince: number | null = null;
  private timer: NodeJS.Timeout | undefined;
  /** Aborted when the patience ends. */
  readonly signal = this.giving.signal;

  constructor({ silentMs = defaultSilentMs, computeMs = defaultComputeMs }: PatienceLimits = {}) {
    this.silentMs = silentMs;
    this.computeMs = computeMs;
  }

  sent(request: object): void {
    this.open.set(request, performance.now());
    this.computesSince ??= performance.now();
    const everyMs = Math.min(longestCheckMs, this.silentMs / 4, this.computeMs / 4);
    this.timer ??= setInterval(() => this.check(), everyMs);
  }

  /** A byte of an answer came. */
  heard(): void {
    this.lastByteAt = performance.now();
  }

  answered(request: object): void {
    this.open.delete(request);
    if (this.open.size > 0) return;
    this.computed = this.computedMs();
    this.computesSince = null;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Milliseconds since the last byte of any answer; null if no request is open. */
  unansweredMs(): number | null {
    if (this.open.size === 0) return null;
    return performance.now() - Math.max(this.lastByteAt, Math.min(...this.open.values()));
  }

  /** Milliseconds in which at least one request was open, without waits. */
  computedMs(): number {
    return this.computed + (this.computesSince === null ? 0 : performance.now() - this.computesSince);
  }

  private check(): void {
    const silentFor = this.unansweredMs() ?? 0;
    if (silentFor > this.silentMs)
      this.giveUp(`the API had not answered a request for ${Math.round(silentFor / 1000)} s`);
    else if (this.computedMs() > this.computeMs)
      this.giveUp(
        `the model had computed for ${Math.round(this.computedMs() / 1000)} s; an episode waits ${this.computeMs / 1000} s at the most`,
      );
  }

  private giveUp(why: string): void {
    this.gaveUp ??= why;
    this.giving.abort(new Error(this.gaveUp));
  }
}
