import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 10;

type Progress = { begunAt: number; inHostSince: number | null; isAnswered: boolean };

type OpenRequest = {
  end(): void;
  /**
   * Runs while a host computes the answer. The rest of the time belongs to the browser, which sends the request and
   * reads the answer.
   */
  inHost<T>(answer: () => T | Promise<T>): Promise<T>;
};

/**
 * The state of a web when it was frozen. `quiet`: no request was open, or the continuing requests of a page changed
 * nothing. `host`: a host had left a request unanswered for half of the waiting time. `browser`: the browser kept
 * sending requests with changes, or had not finished sending one.
 */
export type Frozen = 'quiet' | 'host' | 'browser';

/** The requests of a web: the open ones, the start of the current quiet time, and the number of late ones. */
export class Traffic {
  /** The number of requests after the web was frozen. */
  late = 0;
  isFrozen = false;
  private readonly open = new Map<OpenRequest, Progress>();
  private quietSince = performance.now();

  /** Counts a request until its end; null if it came after the freeze. */
  begin(): OpenRequest | null {
    if (this.isFrozen) {
      this.late += 1;
      return null;
    }
    const progress: Progress = { begunAt: performance.now(), inHostSince: null, isAnswered: false };
    const request: OpenRequest = {
      end: () => {
        this.open.delete(request);
        this.quietSince = performance.now();
      },
      inHost: async (answer) => {
        progress.inHostSince = performance.now();
        try {
          return await answer();
        } finally {
          progress.inHostSince = null;
          progress.isAnswered = true;
        }
      },
    };
    this.open.set(request, progress);
    return request;
  }

  /**
   * Freezes as soon as no request has been open for `stillMs`. It also freezes if `state`, the hosts' state, stayed the
   * same for `sameMs` with every request answered, because a page that polls or listens is never idle. It freezes at
   * the limit at the latest. From then on the hosts' state cannot change.
   */
  async freeze({
    stillMs = 300,
    sameMs = 2000,
    limitMs = 10_000,
    state = () => '',
  }: {
    stillMs?: number;
    sameMs?: number;
    limitMs?: number;
    state?: () => string;
  } = {}): Promise<Frozen> {
    const startedAt = performance.now();
    let period: { from: number; state: string | null } | null = null;
    /** Null if the state is too large for one string. */
    const stateNow = () => {
      try {
        return state();
      } catch {
        return null;
      }
    };
    const isSame = () => {
      const now = performance.now();
      if (now - (period?.from ?? startedAt) < (period ? sameMs : stillMs)) return false;
      const { from = now, state: before = null } = period ?? {};
      period = { from: now, state: stateNow() };
      const isWaiting = [...this.open.values()].some((each) => !each.isAnswered && each.begunAt <= from);
      return before !== null && before === period.state && !isWaiting;
    };
    const isQuiet = () => this.open.size === 0 && performance.now() - this.quietSince >= stillMs;
    let isStill = isQuiet();
    while (!isStill && performance.now() - startedAt < limitMs) {
      await delay(pollMs);
      isStill = isQuiet() || isSame();
    }
    this.isFrozen = true;
    if (isStill) return 'quiet';
    const longAgo = performance.now() - limitMs / 2;
    const isOfHost = ({ inHostSince }: Progress) => inHostSince !== null && inHostSince <= longAgo;
    return [...this.open.values()].some(isOfHost) ? 'host' : 'browser';
  }
}
