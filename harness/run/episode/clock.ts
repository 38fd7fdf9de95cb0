import type { Result } from '../../results/records/result.ts';

/** The time of an episode is up. */
export class TimeUp extends Error {
  override name = 'TimeUp';
  /** What the episode was waiting for, and for how long. */
  readonly open: string | undefined;

  constructor(message: string, open?: string) {
    super(message);
    this.open = open;
  }
}

/** A preemptive limit on the working time: a promise awaited through `race` rejects when the time is up. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly limitMs: number;
  private readonly cancelled: AbortSignal;
  private readonly watch: Stopwatch;
  private readonly cancel = () => this.controller.abort(new TimeUp('cancelled'));
  private timer: NodeJS.Timeout | undefined;
  readonly signal = this.controller.signal;

  /** `cancelled` ends it at once, like the end of its time. Only `watch` measures the time. */
  constructor(limitMs: number, cancelled: AbortSignal, watch: Stopwatch) {
    this.limitMs = limitMs;
    this.cancelled = cancelled;
    this.watch = watch;
    cancelled.addEventListener('abort', this.cancel, { once: true });
    watch.changed = () => this.setTimer();
    this.setTimer();
  }

  private setTimer(): void {
    clearTimeout(this.timer);
    if (!this.watch.isRunning) return;
    const end = () => this.controller.abort(new TimeUp(`${this.limitMs} ms are over`));
    this.timer = setTimeout(end, Math.max(0, this.limitMs - this.watch.workedMs()));
  }

  /** `open`: describes what the promise waits for, as text for the error. */
  race<T>(promise: Promise<T>, open?: string): Promise<T> {
    const from = performance.now();
    return new Promise((resolve, reject) => {
      const end = () => {
        const { reason } = this.signal;
        const seconds = Math.round((performance.now() - from) / 1000);
        reject(open ? new TimeUp(reason.message, `${open} for ${seconds} s when the time was up`) : reason);
      };
      if (this.signal.aborted) end();
      this.signal.addEventListener('abort', end, { once: true });
      promise.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', end));
    });
  }

  [Symbol.dispose](): void {
    this.watch.changed = () => {};
    clearTimeout(this.timer);
    this.cancelled.removeEventListener('abort', this.cancel);
  }
}

type Phase = keyof Result['phases'];
const phases = ['start', 'reset', 'adapter', 'tool', 'judge', 'stop'] as const satisfies readonly Phase[];

/** The only clock of an episode, in milliseconds. Each moment is in exactly one state: worked, paused or aside. */
export class Stopwatch {
  readonly startedAtEpochMs = Date.now();
  /** Called when the clock may have stopped or resumed. */
  changed: () => void = () => {};
  private readonly passed = { worked: 0, paused: 0, aside: 0 };
  private countedUntil = performance.now();
  private readonly spent = new Map<Phase, number>();
  private isPaused = false;
  private acts = 0;
  private asides = 0;

  private get state(): 'worked' | 'paused' | 'aside' {
    if (this.asides > 0) return 'aside';
    return this.isPaused && this.acts === 0 ? 'paused' : 'worked';
  }

  get isRunning(): boolean {
    return this.state === 'worked';
  }

  private count(): typeof this.passed {
    const now = performance.now();
    this.passed[this.state] += now - this.countedUntil;
    this.countedUntil = now;
    return this.passed;
  }

  private change(apply: () => void): void {
    this.count();
    apply();
    this.changed();
  }

  /** The working time plus the pauses. */
  elapsedMs(): number {
    const { worked, paused } = this.count();
    return worked + paused;
  }

  workedMs(): number {
    return this.count().worked;
  }

  pausedMs(): number {
    return this.count().paused;
  }

  /** The agent waits for others until `resume`. */
  pause(): void {
    this.change(() => {
      this.isPaused = true;
    });
  }

  resume(): void {
    this.change(() => {
      this.isPaused = false;
    });
  }

  /** The agent acts until this is disposed; until then a pause does not stop the clock. */
  acting(): Disposable {
    this.change(() => {
      this.acts += 1;
    });
    return {
      [Symbol.dispose]: () =>
        this.change(() => {
          this.acts -= 1;
        }),
    };
  }

  /** Runs work outside the episode: its time is neither worked nor paused. */
  async aside<T>(work: () => Promise<T>): Promise<T> {
    this.change(() => {
      this.asides += 1;
    });
    try {
      return await work();
    } finally {
      this.change(() => {
        this.asides -= 1;
      });
    }
  }

  /** Adds the working time of `work` to a phase. */
  async time<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
    const from = this.workedMs();
    try {
      return await work();
    } finally {
      this.spent.set(phase, (this.spent.get(phase) ?? 0) + this.workedMs() - from);
    }
  }

  phases(): Result['phases'] {
    // `phases` contains every phase.
    return Object.fromEntries(
      phases.map((phase) => [phase, Math.round(this.spent.get(phase) ?? 0)]),
    ) as Record<Phase, number>;
  }
}
