import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 10;

/** The requests of a web: how many are open, since when none is, and how many came too late. */
export class Traffic {
  /** Requests that came after the web was frozen. */
  late = 0;
  isFrozen = false;
  private open = 0;
  private quietSince = performance.now();

  /** Counts a request until the returned function is called; null where it comes too late. */
  begin(): (() => void) | null {
    if (this.isFrozen) {
      this.late += 1;
      return null;
    }
    this.open += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.open -= 1;
      isOpen = false;
      this.quietSince = performance.now();
    };
  }

  /**
   * Freezes once no request has been open for `stillMs`, or at the limit, and says whether it was the former. From then
   * on nothing can change what the hosts hold.
   */
  async freeze({ stillMs = 300, limitMs = 3000 } = {}): Promise<boolean> {
    const deadline = performance.now() + limitMs;
    const isQuiet = () => this.open === 0 && performance.now() - this.quietSince >= stillMs;
    while (!isQuiet() && performance.now() < deadline) await delay(pollMs);
    this.isFrozen = true;
    return isQuiet();
  }
}
