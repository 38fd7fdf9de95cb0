import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 10;

type OpenRequest = {
  end(): void;
  /** Runs while a host decides the answer. The rest of the time is the browser's: to send the request, to read the answer. */
  inHost<T>(answer: () => T | Promise<T>): Promise<T>;
};

/**
 * How a web was when it was frozen. `host`: a host had not answered a request for half of the time that was waited.
 * `browser`: the browser kept sending requests, or had not read the answers.
 */
export type Frozen = 'quiet' | 'host' | 'browser';

/** The requests of a web: which are open, since when none is, and how many came too late. */
export class Traffic {
  /** Requests that came after the web was frozen. */
  late = 0;
  isFrozen = false;
  /** Each open request with the time since which a host decides its answer; null while none does. */
  private readonly open = new Map<OpenRequest, number | null>();
  private quietSince = performance.now();

  /** Counts a request until its end; null where it comes too late. */
  begin(): OpenRequest | null {
    if (this.isFrozen) {
      this.late += 1;
      return null;
    }
    const request: OpenRequest = {
      end: () => {
        this.open.delete(request);
        this.quietSince = performance.now();
      },
      inHost: async (answer) => {
        if (this.open.has(request)) this.open.set(request, performance.now());
        try {
          return await answer();
        } finally {
          if (this.open.has(request)) this.open.set(request, null);
        }
      },
    };
    this.open.set(request, null);
    return request;
  }

  /** Freezes once no request has been open for `stillMs`, or at the limit. From then on nothing can change what the hosts hold. */
  async freeze({ stillMs = 300, limitMs = 10_000 } = {}): Promise<Frozen> {
    const deadline = performance.now() + limitMs;
    const isQuiet = () => this.open.size === 0 && performance.now() - this.quietSince >= stillMs;
    while (!isQuiet() && performance.now() < deadline) await delay(pollMs);
    this.isFrozen = true;
    if (isQuiet()) return 'quiet';
    const longAgo = performance.now() - limitMs / 2;
    return [...this.open.values()].some((since) => since !== null && since <= longAgo) ? 'host' : 'browser';
  }
}
