/** The time of an episode is up. */
export class TimeUp extends Error {
  override name = 'TimeUp';
}

/** A preemptive limit: what is awaited through `race` ends when the time is up, answer or not. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  readonly signal = this.controller.signal;

  constructor(limitMs: number) {
    this.timer = setTimeout(() => this.controller.abort(new TimeUp(`${limitMs} ms are over`)), limitMs);
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
