import { setTimeout as delay } from 'node:timers/promises';

/** The limit of all waits of an episode for a busy API. */
const defaultLimitMs = 10 * 60_000;
const firstWaitMs = 500;
const longestWaitMs = 8000;

/** The API needs longer waits than an episode allows. */
class OutOfPatience extends Error {
  override name = 'OutOfPatience';
}

/** The waits of one episode, and its clock, which stands while a paid request is open: the agent only waits then. */
export class Waiting {
  private readonly limitMs: number;
  private readonly clock: { pause(): void; resume(): void };
  private waitedMs = 0;
  private open = 0;

  constructor(clock: { pause(): void; resume(): void }, limitMs = defaultLimitMs) {
    this.clock = clock;
    this.limitMs = limitMs;
  }

  /** Lets the clock stand while the work lasts. */
  async around<T>(work: () => Promise<T>): Promise<T> {
    this.open += 1;
    this.clock.pause();
    try {
      return await work();
    } finally {
      this.open -= 1;
      if (this.open === 0) this.clock.resume();
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
    await delay(Math.min(announcedMs || ownMs, leftMs), undefined, { signal }).finally(() => {
      this.waitedMs += performance.now() - startedAt;
    });
  }
}
