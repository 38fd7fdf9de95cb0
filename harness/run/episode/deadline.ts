/** The time of an episode is up. */
export class TimeUp extends Error {
  override name = 'TimeUp';
}

/** A preemptive limit: what is awaited through `race` ends when the time is up, answer or not. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly limitMs: number;
  private leftMs: number;
  private runningSince: number | null = null;
  private timer: NodeJS.Timeout | undefined;
  readonly signal = this.controller.signal;

  constructor(limitMs: number) {
    this.limitMs = limitMs;
    this.leftMs = limitMs;
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

  /** Ends the episode at once, as the end of its time would. */
  cancel(): void {
    this.controller.abort(new TimeUp('cancelled'));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.timer);
  }
}
