import type { Result } from '../../results/records/result.ts';

/** The time of an episode is up. */
export class TimeUp extends Error {
  override name = 'TimeUp';
}

/** A preemptive limit: what is awaited through `race` ends when the time is up, answer or not. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly limitMs: number;
  private readonly cancelled: AbortSignal;
  private readonly cancel = () => this.controller.abort(new TimeUp('cancelled'));
  private leftMs: number;
  private runningSince: number | null = null;
  private timer: NodeJS.Timeout | undefined;
  readonly signal = this.controller.signal;

  /** `cancelled` ends it at once, as the end of its time would. */
  constructor(limitMs: number, cancelled: AbortSignal) {
    this.limitMs = limitMs;
    this.leftMs = limitMs;
    this.cancelled = cancelled;
    cancelled.addEventListener('abort', this.cancel, { once: true });
    this.resume();
  }

  /** Stops the time; what is left goes on with `resume`. */
  pause(): void {
    if (this.runningSince === null) return;
    clearTimeout(this.timer);
    this.leftMs -= performance.now() - this.runningSince;
    this.runningSince = null;
  }

  resume(): void {
    if (this.runningSince !== null) return;
    this.runningSince = performance.now();
    const end = () => this.controller.abort(new TimeUp(`${this.limitMs} ms are over`));
    this.timer = setTimeout(end, Math.max(0, this.leftMs));
  }

  race<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = () => reject(this.signal.reason);
      if (this.signal.aborted) end();
      this.signal.addEventListener('abort', end, { once: true });
      promise.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', end));
    });
  }

  [Symbol.dispose](): void {
    clearTimeout(this.timer);
    this.cancelled.removeEventListener('abort', this.cancel);
  }
}

type Phase = keyof Result['phases'];

/** Splits an episode's time by what it was spent on, in milliseconds, pauses left out. */
export class Stopwatch {
  readonly startedAt = performance.now();
  readonly startedAtEpochMs = Date.now();
  private readonly spent: Record<Phase, number> = {
    start: 0,
    reset: 0,
    adapter: 0,
    tool: 0,
    judge: 0,
    stop: 0,
  };

  private pausedBeforeMs = 0;
  private pausedAt: number | null = null;
  private asideMs = 0;

  elapsedMs(): number {
    return performance.now() - this.startedAt - this.asideMs;
  }

  /** The elapsed time without the pauses. */
  workedMs(): number {
    // While it pauses, the time stands at where the pause began.
    return (this.pausedAt ?? performance.now()) - this.startedAt - this.pausedBeforeMs - this.asideMs;
  }

  pausedMs(): number {
    return this.pausedBeforeMs + (this.pausedAt === null ? 0 : performance.now() - this.pausedAt);
  }

  pause(): void {
    this.pausedAt ??= performance.now();
  }

  resume(): void {
    if (this.pausedAt !== null) this.pausedBeforeMs += performance.now() - this.pausedAt;
    this.pausedAt = null;
  }

  /** Does what is no part of the episode: its time is neither worked nor paused. */
  async aside<T>(work: () => Promise<T>): Promise<T> {
    const from = performance.now();
    try {
      return await work();
    } finally {
      this.asideMs += performance.now() - from;
    }
  }

  async time<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
    const from = this.workedMs();
    try {
      return await work();
    } finally {
      this.spent[phase] += this.workedMs() - from;
    }
  }

  phases(): Result['phases'] {
    return {
      start: Math.round(this.spent.start),
      reset: Math.round(this.spent.reset),
      adapter: Math.round(this.spent.adapter),
      tool: Math.round(this.spent.tool),
      judge: Math.round(this.spent.judge),
      stop: Math.round(this.spent.stop),
    };
  }
}
