import type { Result } from '../result/result.ts';

type Phase = keyof Result['phases'];

/** Splits an episode's time by what it was spent on, in milliseconds. */
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

  elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  async time<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
    const from = performance.now();
    try {
      return await work();
    } finally {
      this.spent[phase] += performance.now() - from;
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
