/** Where commands of guests wait while somebody holds it. */
export class Gate {
  private holders = 0;
  private opened = Promise.withResolvers<void>();

  /** Holds it until the returned function is called. */
  hold(): () => void {
    if (this.holders === 0) this.opened = Promise.withResolvers();
    this.holders += 1;
    return () => {
      this.holders -= 1;
      if (this.holders === 0) this.opened.resolve();
    };
  }

  /** Null while nobody holds it. */
  wait(): Promise<void> | null {
    return this.holders === 0 ? null : this.opened.promise.then(() => this.wait() ?? undefined);
  }
}
