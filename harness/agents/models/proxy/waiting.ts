import { setTimeout as delay } from 'node:timers/promises';

/** How long an episode waits for an API that has no time for us, all its waits together. */
const defaultLimitMs = 10 * 60_000;
const firstWaitMs = 500;
const longestWaitMs = 8000;

/** The API kept us waiting for longer than an episode may. */
class OutOfPatience extends Error {
  override name = 'OutOfPatience';
}

/** The waits of one episode, and the clock that stands still while all its open requests wait. */
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

  /** A request is open while the work lasts. */
  async around<T>(work: () => Promise<T>): Promise<T> {
    this.count(1, 0);
    try {
      return await work();
    } finally {
      this.count(-1, 0);
    }
  }

  /** The clock may stand still for as long as the work lasts, and it counts as no wait for the API. */
  async standing<T>(work: () => Promise<T>): Promise<T> {
    this.count(0, 1);
    try {
      return await work();
    } finally {
      this.count(0, -1);
    }
  }

  /** Waits before the `tries`-th try, from 1; as long as the API asks for where it does. Throws `OutOfPatience`. */
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
