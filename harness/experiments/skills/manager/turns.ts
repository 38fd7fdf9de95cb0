type Waiting = { begin(): void; told(before: number): void };

/** At most so many have their turn at once; the others wait in the order in which they came. */
export class Turns {
  private readonly atOnce: number;
  private readonly line: Waiting[] = [];
  private taken = 0;

  constructor(atOnce: number) {
    this.atOnce = atOnce;
  }

  get waiting(): number {
    return this.line.length;
  }

  /**
   * Resolves at one's turn with what gives it back. `told` how many come before, whenever that changes, and not at all
   * where there is no waiting. Rejects with the reason of `signal` where that is aborted before.
   */
  async take(signal: AbortSignal, told: Waiting['told']): Promise<() => void> {
    signal.throwIfAborted();
    if (this.taken < this.atOnce) this.taken += 1;
    else await this.wait(signal, told);
    return () => this.next();
  }

  private wait(signal: AbortSignal, told: Waiting['told']): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const at = this.line.indexOf(waiting);
      this.line.splice(at, 1);
      this.tellFrom(at);
      reject(signal.reason);
    };
    const begin = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const waiting = { begin, told };
    signal.addEventListener('abort', leave, { once: true });
    this.line.push(waiting);
    this.tellFrom(this.line.length - 1);
    return promise;
  }

  /** Whoever comes next takes over the turn; there is no moment in which another could. */
  private next(): void {
    const first = this.line.shift();
    if (!first) this.taken -= 1;
    first?.begin();
    this.tellFrom(0);
  }

  private tellFrom(first: number): void {
    for (const [at, { told }] of this.line.entries()) if (at >= first) told(at);
  }
}
