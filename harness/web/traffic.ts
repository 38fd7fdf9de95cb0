import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 10;

type Progress = { begunAt: number; inHostSince: number | null; isAnswered: boolean };

type OpenRequest = {
  end(): void;
  /** Runs while a host decides the answer. The rest of the time is the browser's: to send the request, to read the answer. */
  inHost<T>(answer: () => T | Promise<T>): Promise<T>;
};

/**
 * How a web was when it was frozen. `quiet`: no request was open, or those that a page goes on sending changed nothing.
 * `host`: a host had not answered a request for half of the time that was waited. `browser`: the browser kept sending
 * requests that changed something, or had not sent one to its end.
 */
export type Frozen = 'quiet' | 'host' | 'browser';

/** The requests of a web: which are open, since when none is, and how many came too late. */
export class Traffic {
  /** Requests that came after the web was frozen. */
  late = 0;
  isFrozen = false;
  private readonly open = new Map<OpenRequest, Progress>();
  private quietSince = performance.now();

  /** Counts a request until its end; null where it comes too late. */
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
   * Freezes once no request has been open for `stillMs`, or `state`, what the hosts hold, has stayed the same for `sameMs`
   * in which each request was answered (a page that polls or listens has no other end), or at the limit. From then on
   * nothing can change what the hosts hold.
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
    /** Null where it is more than a text can hold. */
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
