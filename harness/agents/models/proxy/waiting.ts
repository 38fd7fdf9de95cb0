import { setTimeout as delay } from 'node:timers/promises';

/** The limit of all waits of an episode for a busy API. */
const defaultLimitMs = 10 * 60_000;
const firstWaitMs = 500;
const longestWaitMs = 8000;

/** The API needs longer waits than an episode allows. */
class OutOfPatience extends Error {
  override name = 'OutOfPatience';
}

/** The waits of one episode, and its clock, which is paused while all open requests wait. */
export class Waiting {
  private readonly limitMs: number;
  private readonly clock: { pause(): void; resume(): void };
  private waitedMs = 0;
  private open = 0;
  private waiting = 0;

  constructor(clock: { pause(): void; resume(): void }, limitMs = defaultLimitMs) {
    this.clock = clock;
    this.limitMs = limitMs;
  }

  /** Counts a request as open while the work lasts. */
  async around<T>(work: () => Promise<T>): Promise<T> {
    this.count(1, 0);
    try {
      return await work();
    } finally {
      this.count(-1, 0);
    }
  }

  /** Lets the clock pause while the work lasts, without counting it as a wait for the API. */
  async standing<T>(work: () => Promise<T>): Promise<T> {
    this.count(0, 1);
    try {
      return await work();
    } finally {
      this.count(0, -1);
    }
  }

  /**
   * Waits before the `tries`-th try, from 1. The wait is the one that the API announces, if any. Throws
   * `OutOfPatience`.
   */
  async wait(
    why: string,
    { tries, announcedMs }: { tries: number; announcedMs: number },
    signal: AbortSignal,
  ) {
    const leftMs = this.limitMs - this.waitedMs;
    const limit = `${why}; an episode waits ${this.limitMs / 1000} s at the most`;
    if (announcedMs > leftMs) {
      const more = this.waitedMs > 0 ? ' more' : '';
      throw new OutOfPatience(`${limit}, and it asks for ${announcedMs / 1000} s${more}`);
    }
    if (leftMs <= 0) throw new OutOfPatience(limit);
    const ownMs = Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs);
    const startedAt = performance.now();
    await this.standing(() => delay(Math.min(announcedMs || ownMs, leftMs), undefined, { signal })).finally(
      () => {
        this.waitedMs += performance.now() - startedAt;
      },
    );
  }

  private count(open: number, waiting: number): void {
    this.open += open;
    this.waiting += waiting;
    if (this.open > 0 && this.waiting >= this.open) this.clock.pause();
    else this.clock.resume();
  }
}
