import type { Slot } from '../../run/play-plan.ts';

/** Minimum time between two lines of progress, in milliseconds. */
const eachMs = 5000;

/** Slots for a number of episodes at once, whatever plan they belong to; the first request gets the first slot. */
export class EpisodePool {
  private free: number;
  private readonly log: (line: string) => void;
  private readonly waiting: (() => void)[] = [];
  private readonly startedAt = performance.now();
  private loggedAt = performance.now();
  private expected = 0;
  private done = 0;

  constructor(size: number, log: (line: string) => void) {
    this.free = size;
    this.log = log;
  }

  /** Adds to the number of expected episodes. */
  expect(episodes: number): void {
    this.expected += episodes;
  }

  readonly slot: Slot = async (play) => {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((enter) => this.waiting.push(enter));
    try {
      return await play();
    } finally {
      this.done += 1;
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
      this.report();
    }
  };

  private report(): void {
    const now = performance.now();
    if (now - this.loggedAt < eachMs || this.done >= this.expected) return;
    this.loggedAt = now;
    const leftMs = ((now - this.startedAt) / this.done) * (this.expected - this.done);
    this.log(`${this.done} of ${this.expected} episodes played, about ${Math.ceil(leftMs / 1000)} s left`);
  }
}
