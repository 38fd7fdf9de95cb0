import type { Pace, Turn } from '../adapters/adapter.ts';

/** How long an episode waits for an API that has no time for us. */
const defaultWaitLimitMs = 5 * 60_000;
/** Tries in a row that reach nobody: an address is wrong, or the network is gone. */
const maxUnreached = 5;

/** The API kept us waiting for longer than an episode may, or cannot be reached. */
export class OutOfPatience extends Error {
  override name = 'OutOfPatience';
}

/**
 * Watches the tries of an SDK. From an answer that says "later" (408, 409, 429, 5xx) to the next try the agent's
 * clock stands still; beyond the limit, or when the announced wait would pass it, `signal` ends the request.
 */
export class Patience {
  private readonly limitMs: number;
  private readonly pace: Pace | undefined;
  private readonly controller = new AbortController();
  private clock: Pick<Turn, 'pause' | 'resume'> | null = null;
  private waitedMs = 0;
  private waitingSince: number | null = null;
  private timer: NodeJS.Timeout | undefined;
  private unreached = 0;

  constructor(limitMs = defaultWaitLimitMs, pace?: Pace) {
    this.limitMs = limitMs;
    this.pace = pace;
  }

  /** Ends what is sent when there has been enough waiting; its reason is an `OutOfPatience`. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    this.stopWaiting();
    const answered = await this.turnOf(init?.signal ?? null);
    let response: Response;
    try {
      response = await fetch(input, init).finally(answered);
    } catch (error) {
      this.unreached += 1;
      const reason = `the API cannot be reached: ${reasonOf(error)}`;
      if (this.unreached >= maxUnreached) this.giveUp(reason);
      else if (!init?.signal?.aborted) this.startWaiting(reason, 0);
      throw error;
    }
    this.unreached = 0;
    const { status, headers } = response;
    if (status === 408 || status === 409 || status === 429 || status >= 500)
      this.startWaiting(`the API answers ${status}`, announcedMs(headers));
    return response;
  };

  /** Does the work of one request; the clock runs again when it ends, however it does. */
  async during<T>(clock: Pick<Turn, 'pause' | 'resume'>, work: () => Promise<T>): Promise<T> {
    this.clock = clock;
    try {
      return await work();
    } catch (error) {
      throw this.signal.aborted ? this.signal.reason : error;
    } finally {
      this.stopWaiting();
    }
  }

  /** Our own pace is no impatience of the API: however long it takes, only the clock stands still. */
  private async turnOf(signal: AbortSignal | null): Promise<() => Promise<void>> {
    if (!this.pace) return async () => {};
    this.clock?.pause();
    try {
      return await this.pace(signal);
    } finally {
      this.clock?.resume();
    }
  }

  private startWaiting(reason: string, announced: number): void {
    const leftMs = this.limitMs - this.waitedMs;
    const why = `${reason}; an episode waits ${this.limitMs / 1000} s at the most`;
    if (announced > leftMs) {
      const more = this.waitedMs > 0 ? ' more' : '';
      this.giveUp(announced > 0 ? `${why}, and it asks for ${announced / 1000} s${more}` : why);
      return;
    }
    this.waitingSince = performance.now();
    this.clock?.pause();
    this.timer = setTimeout(() => this.giveUp(why), leftMs);
  }

  private stopWaiting(): void {
    clearTimeout(this.timer);
    if (this.waitingSince === null) return;
    this.waitedMs += performance.now() - this.waitingSince;
    this.waitingSince = null;
    this.clock?.resume();
  }

  private giveUp(why: string): void {
    this.controller.abort(new OutOfPatience(why));
  }
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date; 0 where neither is sent. */
function announcedMs(headers: Headers): number {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (ms > 0) return ms;
  const after = headers.get('retry-after') ?? '';
  const announced = /^[\d.]+$/.test(after) ? Number.parseFloat(after) * 1000 : Date.parse(after) - Date.now();
  return announced > 0 ? announced : 0;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
